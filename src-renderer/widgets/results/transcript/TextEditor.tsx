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

/** Editor of a plain text. Ctrl/Cmd+Enter saves, Escape cancels. */
export function TextEditor({ text, onSave, onCancel }: Props) {
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
        aria-label={t('media.segment_words')}
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
