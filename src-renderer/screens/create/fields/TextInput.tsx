import { lazy, Suspense, useId, useState } from 'react'
import { Plus } from 'lucide-react'
import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { FieldFrame } from '../../../ui/fields/FieldFrame.tsx'
import { useEntry } from '../model/useEntry.ts'
import { Counter } from './Counter.tsx'
import { SeveralTexts } from './SeveralTexts.tsx'
import { classes } from '../../../ui/classes.ts'
import fieldStyles from '../../../ui/layout/field.module.css'
import styles from './fields.module.css'
import switchStyles from '../../../ui/fields/Switch.module.css'

const SplitOffer = lazy(async () => ({ default: (await import('../split/SplitOffer.tsx')).SplitOffer }))

/** A text area that grows with its text up to a third of the window. */
export function TextInput({ field }: { field: FieldOf<'text'> }) {
  const { id, value, set, choose, touch, error } = useEntry(field.name)
  if (field.several !== undefined && Array.isArray(value)) return <SeveralTexts field={field} texts={value} />
  const text = typeof value === 'string' ? value : ''
  const { special } = field
  const isSpecial = special !== undefined && text === special.value
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
      aside={
        special ? (
          <SpecialSwitch special={special} value={text} onValueChange={choose} />
        ) : (
          <Counter field={field} text={text} />
        )
      }
    >
      {(aria) =>
        isSpecial ? (
          <output id={id} tabIndex={-1} className={classes(fieldStyles.control, styles.special)}>
            {special.label}
          </output>
        ) : field.multiline ? (
          <>
            <textarea
              {...shared}
              {...aria}
              className={classes(fieldStyles.control, styles.text)}
              rows={field.required ? 4 : 1}
              spellCheck
              onChange={(event) => set(event.target.value)}
            />
            {field.several !== undefined && text !== '' && (
              <Button size="small" variant="quiet" icon={<Plus />} onClick={() => choose([text, ''])}>
                {t('create.text_add')}
              </Button>
            )}
            {field.split && (
              <Suspense>
                <SplitOffer field={field} text={text} />
              </Suspense>
            )}
          </>
        ) : (
          <input
            {...shared}
            {...aria}
            className={classes(fieldStyles.control, styles.text)}
            onChange={(event) => set(event.target.value)}
          />
        )
      }
    </FieldFrame>
  )
}

interface SpecialSwitchProps {
  special: NonNullable<FieldOf<'text'>['special']>
  value: string
  onValueChange: (value: string) => void
}

/** A special value instead of text, such as "Instrumental"; switched off, the text comes back. */
function SpecialSwitch({ special, value, onValueChange }: SpecialSwitchProps) {
  const id = useId()
  const isOn = value === special.value
  const [previousText, setPreviousText] = useState('')
  return (
    <span className={styles.switch}>
      <label htmlFor={id}>{special.label}</label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className={switchStyles.switch}
        checked={isOn}
        aria-checked={isOn}
        onChange={() => {
          if (!isOn) setPreviousText(value)
          onValueChange(isOn ? previousText : special.value)
        }}
      />
    </span>
  )
}
