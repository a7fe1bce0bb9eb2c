import { useState, type SubmitEvent, useId } from 'react'
import { directionOf } from '../../../lib/directionOf.ts'
import { NotebookText, Plus, Trash2 } from 'lucide-react'
import type { SavedSnippet, Snippet } from '../../../../src-preload/contract/types/snippet.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { classes } from '../../../ui/classes.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { LoadFailure } from '../../../widgets/LoadFailure.tsx'
import { SnippetText } from './SnippetCompletion.tsx'
import { useSnippets, type SnippetErrors } from './useSnippets.ts'
import { MAX_SNIPPET_NAME_LENGTH } from '../../../../src-preload/constraints/limits.ts'
import { FieldFrame } from '../../../ui/fields/FieldFrame.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import rowStyles from '../../../ui/layout/row.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import fieldStyles from '../../../ui/layout/field.module.css'
import styles from './snippets.module.css'
import { sortedByName } from '../../../../src-preload/shared/compareNames.ts'

interface Props {
  /** The text that is selected in the field, which a new snippet gets. */
  selectedText: string
  onClose: () => void
}

/** The snippets by name: a click edits one. */
export function SnippetsDialog({ selectedText, onClose }: Props) {
  const [edited, setEdited] = useState<SavedSnippet | 'new'>()
  const { snippets, error, reload, save, remove } = useSnippets()
  if (edited !== undefined) {
    const replaced = edited === 'new' ? null : edited
    return (
      <SnippetForm
        snippet={replaced}
        initialText={selectedText}
        onClose={() => setEdited(undefined)}
        onSave={(snippet) => save(snippet, replaced?.id)}
      />
    )
  }
  return (
    <Dialog
      title={t('snippets.title')}
      onClose={onClose}
      actions={
        <Button variant="primary" icon={<Plus />} onClick={() => setEdited('new')}>
          {t('snippets.new')}
        </Button>
      }
    >
      {error && !snippets ? (
        <LoadFailure error={error} onRetry={reload} />
      ) : snippets === undefined ? (
        <Skeleton height={120} />
      ) : snippets.length === 0 ? (
        <EmptyState small icon={<NotebookText />} title={t('snippets.none')}>
          {t('snippets.none_help')}
        </EmptyState>
      ) : (
        <>
          <p className={textStyles.quiet}>{t('snippets.hint')}</p>
          <ul className={rowStyles.list} aria-label={t('snippets.title')}>
            {sortedByName(snippets).map((snippet) => (
              <li key={snippet.name} className={rowStyles.withAction}>
                <button
                  type="button"
                  className={classes(rowStyles.clickable, styles.snippet)}
                  onClick={() => setEdited(snippet)}
                >
                  <VisuallyHidden>{t('common.edit')}</VisuallyHidden>
                  <SnippetText snippet={snippet} />
                </button>
                <IconButton
                  size="small"
                  label={t('snippets.delete', { name: snippet.name })}
                  icon={<Trash2 />}
                  onClick={() => void remove(snippet)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}

interface FormProps {
  /** The snippet to edit; null to add one. */
  snippet: Snippet | null
  /** The initial text of a new snippet. */
  initialText: string
  onClose: () => void
  /** Returns why the snippet wasn't saved; null if it was. */
  onSave: (snippet: Snippet) => Promise<SnippetErrors | null>
}

/** Adds or edits a snippet. */
function SnippetForm({ snippet, initialText, onClose, onSave }: FormProps) {
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
              dir={directionOf(text)}
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
