import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'
import { t } from '../../../i18n/t.ts'
import { Select } from '../../../ui/Select.tsx'
import { useEntry } from '../model/useEntry.ts'
import { Fixed } from './Fixed.tsx'

/** A choice of a closed list; an optional one may also be left open, which says nothing to the studio. */
export function ChoiceInput({ field }: { field: FieldOf<'choice'> }) {
  const { id, value, choose, error } = useEntry(field.name)
  const [only, other] = field.options
  if (field.required && only && !other) return <Fixed id={id} label={field.label} value={only.label} whole />
  const open = { value: '', label: t('create.left_open') }
  return (
    <Select
      id={id}
      label={field.label}
      help={field.help}
      error={error}
      options={field.required ? field.options : [open, ...field.options]}
      value={typeof value === 'string' || typeof value === 'number' ? value : field.required ? undefined : ''}
      onValue={choose}
    />
  )
}
