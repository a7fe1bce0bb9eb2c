import { LockKeyhole } from 'lucide-react'
import { t } from '../../../i18n/t.ts'
import fieldStyles from '../../../ui/layout/field.module.css'
import { classes } from '../../../ui/classes.ts'
import styles from './fields.module.css'

interface Props {
  id: string
  label: string
  value: string | number
  /** Whether the value needs no text that says it is fixed: a name is clear, a number isn't. */
  isSelfExplanatory?: boolean
}

/** The only value that a model allows, as text. */
export function FixedValue({ id, label, value, isSelfExplanatory }: Props) {
  return (
    <div className={fieldStyles.field}>
      <span className={fieldStyles.label} id={`${id}-label`}>
        {label}
      </span>
      <output
        id={id}
        // A reason why the form can't run may lead here.
        tabIndex={-1}
        className={classes(fieldStyles.control, fieldStyles.frame, styles.value)}
        aria-labelledby={`${id}-label ${id}`}
      >
        {isSelfExplanatory ? value : t('create.fixed_at', { value: String(value) })}
        <LockKeyhole aria-hidden />
      </output>
    </div>
  )
}
