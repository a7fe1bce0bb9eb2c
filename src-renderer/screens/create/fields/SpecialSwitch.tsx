import { useId, useState } from 'react'
import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'
import styles from './fields.module.css'
import switchStyles from '../../../ui/Switch.module.css'

interface Props {
  special: NonNullable<FieldOf<'text'>['special']>
  value: string
  onValue: (value: string) => void
}

/** A special value instead of text, such as "Instrumental"; switched off, the text comes back. */
export function SpecialSwitch({ special, value, onValue }: Props) {
  const id = useId()
  const on = value === special.value
  const [words, setWords] = useState('')
  return (
    <span className={styles.switch}>
      <label htmlFor={id}>{special.label}</label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className={switchStyles.switch}
        checked={on}
        aria-checked={on}
        onChange={() => {
          if (!on) setWords(value)
          onValue(on ? words : special.value)
        }}
      />
    </span>
  )
}
