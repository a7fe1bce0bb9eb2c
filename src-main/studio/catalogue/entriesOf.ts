/** The entries of the values that belong to a field, with the labels they go by; a size holds two. */
export function entriesOf(field: { kind: string; name: string; label: string }): Entry[] {
  return field.kind === 'size' ? SIDES : [{ name: field.name, label: field.label }]
}

interface Entry {
  name: string
  label: string
}

const SIDES: Entry[] = [
  { name: 'width', label: 'Width' },
  { name: 'height', label: 'Height' },
]
