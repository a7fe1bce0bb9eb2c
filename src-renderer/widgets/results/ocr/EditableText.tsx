import { Pencil } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { HighlightedText } from '../transcript/HighlightedText.tsx'
import { TextEditor } from '../transcript/TextEditor.tsx'
import type { Search } from '../transcript/useSearch.ts'
import { classes } from '../../../ui/classes.ts'
import sheetStyles from '../sheet.module.css'
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
