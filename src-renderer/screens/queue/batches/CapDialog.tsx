import { type SubmitEvent, useId, useState } from 'react'
import type { Batch } from '../../../../src-preload/contract/types/batch.ts'
import { useApiMutation } from '../../../host/useApiMutation.ts'
import { t } from '../../../i18n/t.ts'
import { dollarsOf, readDollars } from '../../../lib/dollars.ts'
import { shortMoney } from '../../../../src-preload/shared/shortMoney.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import fieldStyles from '../../../ui/layout/field.module.css'

interface Props {
  batch: Pick<Batch, 'id' | 'cap' | 'spent'>
  onClose: () => void
}

/** Sets the limit of a batch. */
export function CapDialog({ batch, onClose }: Props) {
  const [text, setText] = useState(batch.cap === null ? '' : dollarsOf(batch.cap))
  const [wasSubmitted, setSubmitted] = useState(false)
  const setCap = useApiMutation('batches.cap', { onDone: onClose })
  const form = useId()
  const cap = text.trim() === '' ? null : readDollars(text)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (cap !== undefined) setCap.mutate({ id: batch.id, cap })
  }
  return (
    <Dialog
      size="small"
      title={t('queue.cap_title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" type="submit" form={form} disabled={setCap.isPending}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className={fieldStyles.form}>
        <p>{t('queue.cap_words', { spent: shortMoney(batch.spent) })}</p>
        <TextField
          label={t('queue.cap_label')}
          value={text}
          onValueChange={setText}
          inputMode="decimal"
          before="$"
          placeholder={t('queue.cap_none')}
          error={wasSubmitted && cap === undefined ? t('queue.cap_bad') : undefined}
        />
      </form>
    </Dialog>
  )
}
