import type { When } from '../../../../src-preload/contract/types/form.ts'
import type { FieldRow } from '../Operation.ts'

interface Entry {
  name: string
  label: string
  /** All must hold for the entry to count. */
  when: When[]
}

interface Holder {
  kind: string
  name: string
  label: string
  when?: When | undefined
  voiceWhen?: When | undefined
}

/** The entries of the values that belong to a field or row, with the labels they go by; a size holds two, and so does a voice. */
export function entriesOf({ kind, name, label, when, voiceWhen }: Holder): Entry[] {
  const always = when ? [when] : []
  if (kind === 'size')
    return [
      { name: 'width', label: 'Width', when: always },
      { name: 'height', label: 'Height', when: always },
    ]
  if (kind === 'voice')
    return [
      { name: 'lang', label: 'Language', when: always },
      { name: 'voice', label: 'Voice', when: voiceWhen ? [...always, voiceWhen] : always },
    ]
  return [{ name, label, when: always }]
}

/** Every name that a row's entries have: in the values and on the wire. */
export const namesOnWire = (row: FieldRow): string[] => [
  ...entriesOf(row).flatMap(({ name }) => [name, row.wire?.[name] ?? name]),
  ...(row.kind === 'file' && row.many !== undefined ? [row.many, row.many.replace('[]', '')] : []),
]
