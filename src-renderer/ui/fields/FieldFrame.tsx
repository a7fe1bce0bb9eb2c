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

/** Label above, help and error below, and the attributes that tie them to the control. */
export function FieldFrame({ id, label, aside, help, error, children }: Props) {
  const described = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ')
  return (
    <div className={fieldStyles.field}>
      <div className={fieldStyles.head}>
        <label htmlFor={id} id={`${id}-label`}>
          {label}
        </label>
        {aside}
      </div>
      {children({
        ...(described ? { 'aria-describedby': described } : {}),
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
