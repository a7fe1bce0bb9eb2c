import { type SubmitEvent, useId, useState } from 'react'
import type { Snippet } from '../../../../src-preload/contract/types/snippet.ts'
import { MAX_SNIPPET_NAME_LENGTH } from '../../../../src-preload/shared/limits.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { FieldFrame } from '../../../ui/fields/FieldFrame.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import fieldStyles from '../../../ui/layout/field.module.css'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import type { SnippetErrors } from './snippetErrors.ts'
import styles from './snippets.module.css'

interface Props {
  /** The snippet to edit; null to add one. */
  snippet: Snippet | null
  /** The initial text of a new snippet. */
  initialText: string
  onClose: () => void
  /** Returns why the snippet wasn't saved; null if it was. */
  onSave: (snippet: Snippet) => Promise<SnippetErrors | null>
}

/** Adds or edits a snippet. */
export function SnippetForm({ snippet, initialText, onClose, onSave }: Props) {
  const [name, setName] = useState(snippet?.name ?? '')
  const [text, setText] = useState(snippet?.text ?? initialText)
  const [errors, setErrors] = useState<SnippetErrors>({})
  const [isSaving, setSaving] = useState(false)
  const formId = useId()
  const nameId = useId()
  const textId = useId()
  const save = async () => {
    setSaving(true)
    const found = await onSave({ name: name.trim(), text })
    setSaving(false)
    if (!found) return onClose()
    setErrors(found)
    document.getElementById(found.name === undefined && found.text !== undefined ? textId : nameId)?.focus()
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isSaving) void save()
  }
  return (
    <Dialog
      title={t(snippet ? 'snippets.edit_title' : 'snippets.new_title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} disabled={isSaving}>
            {t('snippets.save')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className={fieldStyles.form}>
        <TextField
          id={nameId}
          label={t('snippets.name')}
          value={name}
          onValueChange={(next) => {
            setName(next)
            setErrors({ ...errors, name: undefined })
          }}
          maxLength={MAX_SNIPPET_NAME_LENGTH}
          error={errors.name}
        />
        <FieldFrame id={textId} label={t('snippets.text')} help={t('snippets.text_help')} error={errors.text}>
          {(aria) => (
            <textarea
              {...aria}
              id={textId}
              className={classes(fieldStyles.control, styles.text)}
              value={text}
              onChange={({ target }) => {
                setText(target.value)
                setErrors({ ...errors, text: undefined })
              }}
            />
          )}
        </FieldFrame>
      </form>
    </Dialog>
  )
}
