import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'
import { t } from '../../../i18n/t.ts'
import { FieldFrame } from '../../../ui/FieldFrame.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { Select } from '../../../ui/Select.tsx'
import { isEmpty } from '../../../widgets/forms/isEmpty.ts'
import { isSegmented } from '../model/isSegmented.ts'
import { useEntry } from '../model/useEntry.ts'
import styles from './fields.module.css'
import { Fixed } from './Fixed.tsx'

const UNSET = ''

/** One of the model's choices: all visible if they are few, plain text if there is only one; an optional one may stay empty. */
export function ChoiceInput({ field }: { field: FieldOf<'choice'> }) {
  const { id, value, choose, error } = useEntry(field.name)
  const { options, required, label, help } = field
  const chosen = options.find((option) => option.value === value)
  const [first, second] = options
  // A value that the model no longer has stays visible, so that the user can replace it.
  if (required && first && !second && (chosen || isEmpty(value)))
    return <Fixed id={id} label={label} value={first.label} isSelfExplanatory />
  if (isSegmented(field))
    return (
      <FieldFrame id={id} label={label} help={help} error={error}>
        {() => (
          <Segmented
            id={id}
            label={label}
            className={styles.segmented}
            value={chosen && String(chosen.value)}
            options={options.map((option) => ({ value: String(option.value), label: option.label }))}
            onValueChange={(next) => choose(options.find((one) => String(one.value) === next)?.value ?? null)}
          />
        )}
      </FieldFrame>
    )
  const none = required || (value !== undefined && value !== null && value !== UNSET) ? undefined : UNSET
  return (
    <Select
      id={id}
      label={label}
      help={help}
      error={error}
      options={required ? options : [{ value: UNSET, label: t('create.left_open') }, ...options]}
      value={chosen?.value ?? none}
      onValueChange={(next) => choose(next === UNSET ? null : next)}
    />
  )
}
