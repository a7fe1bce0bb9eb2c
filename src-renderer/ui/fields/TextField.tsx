import { useId, type ComponentProps, type ReactNode } from 'react'
import { classes } from '../classes.ts'
import { FieldFrame } from './FieldFrame.tsx'
import fieldStyles from '../layout/field.module.css'

type Props = Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'size'> & {
  label: string
  value: string
  onValueChange: (value: string) => void
  help?: ReactNode
  error?: ReactNode
  /** Inside the frame, after the text: a unit or a small button. */
  after?: ReactNode
  before?: ReactNode
}

/** A single-line text field with an accessible label, help and error. */
export function TextField({
  label,
  value,
  onValueChange,
  help,
  error,
  after,
  before,
  className,
  ...rest
}: Props) {
  const generatedId = useId()
  const id = rest.id ?? generatedId
  return (
    <FieldFrame id={id} label={label} help={help} error={error}>
      {(aria) => (
        <span className={classes(fieldStyles.control, fieldStyles.frame, className)}>
          {before}
          <input
            dir="auto"
            {...rest}
            {...aria}
            id={id}
            value={value}
            onChange={(event) => onValueChange(event.target.value)}
          />
          {after}
        </span>
      )}
    </FieldFrame>
  )
}
