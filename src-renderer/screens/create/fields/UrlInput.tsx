import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'
import { TextField } from '../../../ui/TextField.tsx'
import { useEntry } from '../model/useEntry.ts'

export function UrlInput({ field }: { field: FieldOf<'url'> }) {
  const { id, value, set, touch, error } = useEntry(field.name)
  return (
    <TextField
      id={id}
      label={field.label}
      help={field.help}
      error={error}
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      placeholder={field.placeholder ?? (field.httpsOnly ? 'https://' : '')}
      value={typeof value === 'string' ? value : ''}
      onValueChange={set}
      onBlur={() => {
        if (typeof value === 'string' && value !== value.trim()) set(value.trim())
        touch()
      }}
    />
  )
}
