import { type KeyboardEvent, useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/Button.tsx'
import fieldStyles from '../../../ui/field.module.css'
import toolbarStyles from '../../../ui/toolbar.module.css'

interface Props {
  text: string
  onSave: (text: string) => void
  onCancel: () => void
}

/** A text being written again: Ctrl/Cmd+Enter keeps them, Escape leaves them as they were. */
export function TextEditor({ text, onSave, onCancel }: Props) {
  const [words, setWords] = useState(text)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSave(words)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={fieldStyles.field}>
      <textarea
        ref={takeFocus}
        className={fieldStyles.control}
        aria-label={t('media.segment_words')}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={toolbarStyles.actions}>
        <Button size="small" look="primary" onClick={() => onSave(words)}>
          {t('common.save')}
        </Button>
        <Button size="small" look="quiet" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </div>
  )
}

const takeFocus = (area: HTMLTextAreaElement | null) => area?.focus()
