import type { ReactNode } from 'react'
import { CircleAlert } from 'lucide-react'
import fieldStyles from '../layout/field.module.css'

export interface FieldAria {
  'aria-describedby'?: string
  'aria-invalid'?: true
}

interface Props {
  /** DOM id of the labelled control. */
  id: string
  label: string
  /** Right of the label: a counter or a small button. */
  aside?: ReactNode
  help?: ReactNode
  error?: ReactNode
  children: (aria: FieldAria) => ReactNode
}

/** A control with its label above, help and error below, and the ARIA attributes that associate them. */
export function FieldFrame({ id, label, aside, help, error, children }: Props) {
  const describedBy = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ')
  return (
    <div className={fieldStyles.field}>
      <div className={fieldStyles.head}>
        <label htmlFor={id} id={`${id}-label`}>
          {label}
        </label>
        {aside}
      </div>
      {children({
        ...(describedBy ? { 'aria-describedby': describedBy } : {}),
        ...(error ? { 'aria-invalid': true } : {}),
      })}
      {error && (
        <p id={`${id}-error`} className={fieldStyles.error}>
          <CircleAlert aria-hidden />
          <span>{error}</span>
        </p>
      )}
      {help && (
        <p id={`${id}-help`} className={fieldStyles.help}>
          {help}
        </p>
      )}
    </div>
  )
}
