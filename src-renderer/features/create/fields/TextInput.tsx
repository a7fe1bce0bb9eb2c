import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'
import { FieldFrame } from '../../../ui/FieldFrame.tsx'
import { useEntry } from '../model/useEntry.ts'
import styles from './TextInput.module.css'

/** Words, growing with their number up to a third of the window. */
export function TextInput({ field }: { field: FieldOf<'text'> }) {
  const { id, value, set, touch, error } = useEntry(field.name)
  const text = typeof value === 'string' ? value : ''
  const shared = {
    id,
    value: text,
    placeholder: field.placeholder,
    required: field.required,
    onBlur: touch,
  }
  return (
    <FieldFrame
      id={id}
      label={field.label}
      help={field.help}
      error={error}
      aside={<Counter field={field} text={text} />}
    >
      {(aria) =>
        field.multiline ? (
          <textarea
            {...shared}
            {...aria}
            className={styles.text}
            rows={field.required ? 4 : 1}
            spellCheck
            onChange={(event) => set(event.target.value)}
          />
        ) : (
          <input
            {...shared}
            {...aria}
            className={styles.text}
            onChange={(event) => set(event.target.value)}
          />
        )
      }
    </FieldFrame>
  )
}

const NEAR = 0.8

/** Appears when the text nears its limit; characters are counted as people count them. */
function Counter({ field, text }: { field: FieldOf<'text'>; text: string }) {
  const { maxLength } = field
  if (maxLength === undefined || text.length < maxLength * NEAR) return null
  const length = Array.from(text).length
  return (
    <span className={length > maxLength ? styles.over : undefined}>
      {length} / {maxLength}
    </span>
  )
}
