import { type SubmitEvent, useId, useState } from 'react'
import type { Batch } from '../../../../src-preload/contract/types/batch.ts'
import { useApiMutation } from '../../../host/useApiMutation.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/TextField.tsx'

interface Props {
  batch: Pick<Batch, 'id' | 'name'>
  onClose: () => void
}

/** Renames a batch. */
export function RenameDialog({ batch, onClose }: Props) {
  const [name, setName] = useState(batch.name)
  const rename = useApiMutation('batches.rename', { onDone: onClose })
  const form = useId()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (name.trim() !== '') rename.mutate({ id: batch.id, name: name.trim() })
  }
  return (
    <Dialog
      size="small"
      title={t('queue.rename_title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            variant="primary"
            type="submit"
            form={form}
            disabled={rename.isPending || name.trim() === ''}
          >
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <TextField label={t('queue.name')} value={name} onValueChange={setName} maxLength={200} />
      </form>
    </Dialog>
  )
}
