import { Pencil } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { HighlightedText, type Search } from './SearchBox.tsx'
import { classes } from '../../../ui/classes.ts'
import fieldStyles from '../../../ui/layout/field.module.css'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import sheetStyles from './sheet.module.css'
import styles from './OcrViewer.module.css'

interface Props {
  text: string
  search: Search
  onSave: (text: string) => void
}

/** A text that can be edited. */
export function EditableText({ text, search, onSave }: Props) {
  const [editing, setEditing] = useState(false)
  const body = useRef<HTMLDivElement>(null)
  const { current } = search
  useEffect(() => {
    if (current) body.current?.querySelector('[data-current]')?.scrollIntoView?.({ block: 'center' })
  }, [current])
  if (editing)
    return (
      <div className={classes(sheetStyles.text, styles.text)}>
        <TextEditor
          text={text}
          onCancel={() => setEditing(false)}
          onSave={(next) => {
            setEditing(false)
            if (next !== text) onSave(next)
          }}
        />
      </div>
    )
  return (
    // A scrollable element must be reachable by keyboard.
    <div ref={body} className={classes(sheetStyles.text, styles.text)} tabIndex={0}>
      <p>
        <HighlightedText
          text={text}
          marks={search.matches.map((match) => (match === current ? { ...match, current: true } : match))}
        />
      </p>
      <Button size="small" variant="quiet" icon={<Pencil aria-hidden />} onClick={() => setEditing(true)}>
        {t('media.edit_text')}
      </Button>
    </div>
  )
}

interface TextEditorProps {
  text: string
  onSave: (text: string) => void
  onCancel: () => void
}

/** Editor of a plain text. Ctrl/Cmd+Enter saves, Escape cancels. */
function TextEditor({ text, onSave, onCancel }: TextEditorProps) {
  const [draft, setDraft] = useState(text)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSave(draft)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={fieldStyles.field}>
      <textarea
        ref={focus}
        className={fieldStyles.control}
        aria-label={t('media.segment_text')}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={toolbarStyles.actions}>
        <Button size="small" variant="primary" onClick={() => onSave(draft)}>
          {t('common.save')}
        </Button>
        <Button size="small" variant="quiet" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </div>
  )
}

const focus = (area: HTMLTextAreaElement | null) => area?.focus()
