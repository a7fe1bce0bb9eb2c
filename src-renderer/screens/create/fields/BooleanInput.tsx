import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'
import { Switch } from '../../../ui/Switch.tsx'
import { useEntry } from '../model/useEntry.ts'

export function BooleanInput({ field }: { field: FieldOf<'boolean'> }) {
  const { id, value, choose } = useEntry(field.name)
  return (
    <Switch
      id={id}
      label={field.label}
      help={field.help}
      checked={(value ?? field.fromModel?.default) === true}
      onCheckedChange={choose}
    />
  )
}
