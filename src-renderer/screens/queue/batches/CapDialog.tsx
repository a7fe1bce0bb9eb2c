import { type SubmitEvent, useId, useState } from 'react'
import type { Batch } from '../../../../src-preload/contract/types/batch.ts'
import { useAct } from '../../../host/useAct.ts'
import { t } from '../../../i18n/t.ts'
import { dollarsOf, readDollars } from '../../../lib/dollars.ts'
import { shortMoney } from '../../../../src-preload/shared/shortMoney.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/TextField.tsx'

interface Props {
  batch: Pick<Batch, 'id' | 'cap' | 'spent'>
  onClose: () => void
}

/** Sets the limit of a whole batch. */
export function CapDialog({ batch, onClose }: Props) {
  const [text, setText] = useState(batch.cap === null ? '' : dollarsOf(batch.cap))
  const [tried, setTried] = useState(false)
  const set = useAct('batches.cap', { onDone: onClose })
  const form = useId()
  const cap = text.trim() === '' ? null : readDollars(text)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setTried(true)
    if (cap !== undefined) set.mutate({ id: batch.id, cap })
  }
  return (
    <Dialog
      size="small"
      title={t('queue.cap_title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" type="submit" form={form} disabled={set.isPending}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate style={{ display: 'grid', gap: 12 }}>
        <p>{t('queue.cap_words', { spent: shortMoney(batch.spent) })}</p>
        <TextField
          label={t('queue.cap_label')}
          value={text}
          onValue={setText}
          inputMode="decimal"
          before="$"
          placeholder={t('queue.cap_none')}
          error={tried && cap === undefined ? t('queue.cap_bad') : undefined}
        />
      </form>
    </Dialog>
  )
}
