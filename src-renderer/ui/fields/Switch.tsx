import { useId, type ReactNode } from 'react'
import textStyles from '../layout/text.module.css'
import styles from './Switch.module.css'

interface Props {
  label: string
  help?: ReactNode
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  disabled?: boolean
  id?: string
}

export function Switch({ label, help, checked, onCheckedChange, disabled, id }: Props) {
  const generatedId = useId()
  const inputId = id ?? generatedId
  return (
    <div className={styles.row}>
      <div className={styles.text}>
        <label htmlFor={inputId}>{label}</label>
        {help && (
          <p id={`${inputId}-help`} className={textStyles.note}>
            {help}
          </p>
        )}
      </div>
      <input
        id={inputId}
        type="checkbox"
        role="switch"
        className={styles.switch}
        checked={checked}
        disabled={disabled}
        aria-checked={checked}
        aria-describedby={help ? `${inputId}-help` : undefined}
        onChange={(event) => onCheckedChange(event.target.checked)}
      />
    </div>
  )
}
