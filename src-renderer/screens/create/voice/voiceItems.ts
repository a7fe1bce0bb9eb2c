import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'
import { t } from '../../../i18n/t.ts'
import type { PickerItem } from '../../../ui/fields/Picker.tsx'

type Voice = FieldOf<'voice'>['languages'][number]['voices'][number]

/** Prefix of the item ids of recent voices, because ids must be unique. */
const RECENT_PREFIX = 'recent '

/** The voice of a picker item id. */
export const voiceOf = (id: string): string =>
  id.startsWith(RECENT_PREFIX) ? id.slice(RECENT_PREFIX.length) : id

/** Voices as picker items: recently used ones first, followed by the full list. */
export function voiceItems(
  voices: readonly Voice[],
  recent: readonly string[],
  gender: string | null,
): PickerItem[] {
  const shown = voices.filter((voice) => gender === null || voice.gender === gender)
  const used = recent.flatMap((value) => shown.find((voice) => voice.value === value) ?? [])
  // If nearly all were used, the group would only repeat the list.
  if (used.length === 0 || voices.length <= used.length + 1) return shown.map((voice) => itemOf(voice))
  return [
    ...used.map((voice) => ({
      ...itemOf(voice),
      id: RECENT_PREFIX + voice.value,
      group: t('speech.recent'),
    })),
    ...shown.map((voice) => ({ ...itemOf(voice), group: t('speech.all_voices') })),
  ]
}

const itemOf = ({ value, label, gender }: Voice): PickerItem => ({
  id: value,
  label,
  facts: gender === null ? [] : [genderLabel(gender)],
})

/** The genders of the voices, in the order of the list. */
export const gendersOf = (voices: readonly Voice[]): string[] => [
  ...new Set(voices.flatMap(({ gender }) => gender ?? [])),
]

/** Capitalizes the service's term: "female" becomes "Female". */
export const genderLabel = (gender: string): string => gender.slice(0, 1).toUpperCase() + gender.slice(1)
