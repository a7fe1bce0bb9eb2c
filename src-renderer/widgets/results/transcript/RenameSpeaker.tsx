import { type SubmitEvent, useId, useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/TextField.tsx'

interface Props {
  name: string
  /** Number of segments with this speaker. */
  count: number
  onRename: (to: string) => void
  onClose: () => void
}

/** Dialog that renames a speaker in all segments. */
export function RenameSpeaker({ name, count, onRename, onClose }: Props) {
  const [newName, setNewName] = useState(name)
  const form = useId()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onClose()
    if (newName.trim() !== name) onRename(newName)
  }
  return (
    <Dialog
      size="small"
      title={t('media.rename_speaker', { name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" type="submit" form={form}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <TextField
          label={t('media.speaker')}
          value={newName}
          onValueChange={setNewName}
          maxLength={200}
          help={t('media.rename_count', { count })}
        />
      </form>
    </Dialog>
  )
}
