import { type SubmitEvent, useId, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { isRequestId } from './model/isRequestId.ts'

interface Props {
  busy: boolean
  onClose: () => void
  onFound: (requestId: string) => void
}

/** Form for the id of a request whose response was lost. */
export function RequestIdDialog({ busy, onClose, onFound }: Props) {
  const [text, setText] = useState('')
  const [wasSubmitted, setSubmitted] = useState(false)
  const formId = useId()
  const id = text.trim()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (isRequestId(id)) onFound(id)
  }
  return (
    <Dialog
      title={t('queue.found_title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} disabled={busy}>
            {t('queue.found_do')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate style={{ display: 'grid', gap: 14 }}>
        <p>{t('queue.found_words')}</p>
        <TextField
          label={t('queue.found_label')}
          value={text}
          onValueChange={setText}
          spellCheck={false}
          autoComplete="off"
          error={wasSubmitted && !isRequestId(id) ? t('queue.found_bad') : undefined}
        />
      </form>
    </Dialog>
  )
}
