import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'
import { Select } from '../../../ui/Select.tsx'
import { useEntry } from '../model/useEntry.ts'

export function ChoiceInput({ field }: { field: FieldOf<'choice'> }) {
  const { id, value, set, error } = useEntry(field.name)
  return (
    <Select
      id={id}
      label={field.label}
      help={field.help}
      error={error}
      options={field.options}
      value={typeof value === 'string' || typeof value === 'number' ? value : undefined}
      onValue={set}
    />
  )
}
