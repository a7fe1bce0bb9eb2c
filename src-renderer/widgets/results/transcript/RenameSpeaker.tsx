import { type SubmitEvent, useId, useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/TextField.tsx'

interface Props {
  name: string
  /** How many segments have it. */
  count: number
  onRename: (to: string) => void
  onClose: () => void
}

/** Gives a speaker another name wherever they speak. */
export function RenameSpeaker({ name, count, onRename, onClose }: Props) {
  const [next, setNext] = useState(name)
  const form = useId()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onClose()
    if (next.trim() !== name) onRename(next)
  }
  return (
    <Dialog
      size="small"
      title={t('media.rename_speaker', { name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" type="submit" form={form}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <TextField
          label={t('media.speaker')}
          value={next}
          onValue={setNext}
          maxLength={200}
          help={t('media.rename_count', { count })}
        />
      </form>
    </Dialog>
  )
}
