import { useId, useState } from 'react'
import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'
import styles from './fields.module.css'
import switchStyles from '../../../ui/Switch.module.css'

interface Props {
  special: NonNullable<FieldOf<'text'>['special']>
  value: string
  onValueChange: (value: string) => void
}

/** A special value instead of text, such as "Instrumental"; switched off, the text comes back. */
export function SpecialSwitch({ special, value, onValueChange }: Props) {
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
