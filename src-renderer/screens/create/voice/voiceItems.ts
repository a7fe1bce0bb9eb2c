import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'
import { t } from '../../../i18n/t.ts'
import type { PickerItem } from '../../../ui/Picker.tsx'

type Voice = FieldOf<'voice'>['languages'][number]['voices'][number]

/** Marks the second place of a voice in the list: a list knows each item once. */
const RECENT = 'recent '

/** The voice of an item. */
export const voiceOf = (id: string): string => (id.startsWith(RECENT) ? id.slice(RECENT.length) : id)

/** Voices as a list: those last used stand above all, and are in their place below as well. */
export function voiceItems(
  voices: readonly Voice[],
  recent: readonly string[],
  gender: string | null,
): PickerItem[] {
  const shown = voices.filter((voice) => gender === null || voice.gender === gender)
  const used = recent.flatMap((value) => shown.find((voice) => voice.value === value) ?? [])
  // Where all were used the heading would only double the list.
  if (used.length === 0 || voices.length <= used.length + 1) return shown.map((voice) => itemOf(voice))
  return [
    ...used.map((voice) => ({ ...itemOf(voice), id: RECENT + voice.value, group: t('speech.recent') })),
    ...shown.map((voice) => ({ ...itemOf(voice), group: t('speech.all_voices') })),
  ]
}

const itemOf = ({ value, label, gender }: Voice): PickerItem => ({
  id: value,
  label,
  facts: gender === null ? [] : [wordOf(gender)],
})

/** The kinds of voice there are, in the order of the list. */
export const gendersOf = (voices: readonly Voice[]): string[] => [
  ...new Set(voices.flatMap(({ gender }) => gender ?? [])),
]

/** A word of the service as a word of the studio: "female" as "Female". */
export const wordOf = (gender: string): string => gender.slice(0, 1).toUpperCase() + gender.slice(1)
