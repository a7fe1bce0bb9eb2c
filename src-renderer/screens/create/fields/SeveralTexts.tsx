import { Plus, X } from 'lucide-react'
import type { FieldOf, Values } from '../../../../src-preload/contract/types/form.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { FieldFrame } from '../../../ui/fields/FieldFrame.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { useEntry } from '../model/useEntry.ts'
import { Counter } from './Counter.tsx'
import { classes } from '../../../ui/classes.ts'
import fieldStyles from '../../../ui/layout/field.module.css'
import styles from './fields.module.css'

/** Several texts for one request, each in its own box; the last two become one text again. */
export function SeveralTexts({ field, texts }: { field: FieldOf<'text'>; texts: Values[string][] }) {
  const { id, choose, set, touch, error } = useEntry(field.name)
  const strings = texts.map((text) => (typeof text === 'string' ? text : ''))
  const remove = (index: number) => {
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
                <textarea
                  {...aria}
                  id={boxId}
                  className={classes(fieldStyles.control, styles.text)}
                  rows={1}
                  aria-label={t('create.text_number', { label: field.label, number })}
                  value={text}
                  onBlur={touch}
                  onChange={({ target }) =>
                    set(strings.map((other, otherIndex) => (otherIndex === index ? target.value : other)))
                  }
                />
                <IconButton
                  size="small"
                  label={t('create.text_remove', { number })}
                  icon={<X />}
                  onClick={() => remove(index)}
                />
              </div>
            )
          })}
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
