import type { Condition } from '../../../../src-preload/contract/types/form.ts'
import type { FieldRow } from '../Operation.ts'

interface Entry {
  name: string
  label: string
  /** The entry applies only if all of these hold. */
  when: Condition[]
}

interface EntrySource {
  kind: string
  name: string
  label: string
  when?: Condition | undefined
  voiceWhen?: Condition | undefined
}

/** The keys in the values that belong to a field or row, with their labels. A size and a voice have two each. */
export function entriesOf({ kind, name, label, when, voiceWhen }: EntrySource): Entry[] {
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

/** Every name of a row's entries: in the values and in requests. */
export const wireNamesOf = (row: FieldRow): string[] => [
  ...entriesOf(row).map(({ name }) => name),
  ...requestNamesOf(row),
]

/** The names of a row's entries in requests. */
export const requestNamesOf = (row: FieldRow): string[] => [
  ...entriesOf(row).map(({ name }) => row.wire?.[name] ?? name),
  ...(row.kind === 'file' && row.repeatedPartName !== undefined
    ? [row.repeatedPartName, row.repeatedPartName.replace('[]', '')]
    : []),
]

/** A label for an entry without one: `frames_per_second` becomes "Frames per second". */
export function labelFromName(name: string): string {
  const label = name.replaceAll(/[_-]+/g, ' ').trim()
  return label.charAt(0).toUpperCase() + label.slice(1)
}
