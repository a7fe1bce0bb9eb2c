import '../../../i18n/lazyTexts.ts'
import { directionOf } from '../../../lib/directionOf.ts'
import { useState } from 'react'
import { Plus, X } from 'lucide-react'
import type { FieldOf, Values } from '../../../../src-preload/contract/types/form.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { classes } from '../../../ui/classes.ts'
import { FieldFrame } from '../../../ui/fields/FieldFrame.tsx'
import fieldStyles from '../../../ui/layout/field.module.css'
import { useEntry } from '../model/useForm.ts'
import { SnippetCompletion } from '../snippets/SnippetCompletion.tsx'
import { mayHaveSyntax } from '../prompts/mayHaveSyntax.ts'
import { TextListNote } from '../prompts/WildcardNote.tsx'
import { Counter } from './Counter.tsx'
import styles from './fields.module.css'

interface Props {
  field: FieldOf<'text'>
  texts: Values[string][]
}

/** Several texts for one request, each in its own box. Removing all but one makes it a single text again. */
export function SeveralTexts({ field, texts }: Props) {
  const { id, choose, set, touch, error } = useEntry(field.name)
  // There may be thousands of boxes, so only the one that was used last completes snippets.
  const [usedBox, setUsedBox] = useState<string>()
  const strings = texts.map((text) => (typeof text === 'string' ? text : ''))
  const remove = (index: number) => {
    // A box that is added later may get the same id, but is another element.
    setUsedBox(undefined)
    const remaining = strings.filter((_, otherIndex) => otherIndex !== index)
    choose(remaining.length > 1 ? remaining : (remaining[0] ?? ''))
  }
  const longest = strings.toSorted((a, b) => b.length - a.length)[0] ?? ''
  return (
    <FieldFrame
      id={id}
      label={field.label}
      help={field.help}
      error={error}
      aside={<Counter field={field} text={longest} />}
    >
      {(aria) => (
        <div className={fieldStyles.field}>
          {strings.map((text, index) => {
            const number = index + 1
            const boxId = index === 0 ? id : `${id}-${number}`
            return (
              <div key={boxId} className={styles.textRow}>
                <div className={fieldStyles.field}>
                  <textarea
                    dir={directionOf(text)}
                    {...aria}
                    id={boxId}
                    className={classes(fieldStyles.control, styles.text)}
                    rows={1}
                    aria-label={t('create.text_number', { label: field.label, number })}
                    value={text}
                    onFocus={() => setUsedBox(boxId)}
                    onBlur={touch}
                    onChange={({ target }) =>
                      set(strings.map((other, otherIndex) => (otherIndex === index ? target.value : other)))
                    }
                  />
                  {mayHaveSyntax(text) && <TextListNote boxId={boxId} text={text} />}
                </div>
                <IconButton
                  size="small"
                  label={t('create.text_remove', { number })}
                  icon={<X />}
                  onClick={() => remove(index)}
                />
              </div>
            )
          })}
          {usedBox !== undefined && <SnippetCompletion key={usedBox} areaId={usedBox} />}
          {strings.length < (field.several ?? 1) && (
            <Button size="small" variant="quiet" icon={<Plus />} onClick={() => choose([...strings, ''])}>
              {t('create.text_add')}
            </Button>
          )}
        </div>
      )}
    </FieldFrame>
  )
}
