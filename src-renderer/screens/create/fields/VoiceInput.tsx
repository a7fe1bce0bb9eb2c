import '../../../i18n/lazyTexts.ts'
import { useState } from 'react'
import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'
import { t } from '../../../i18n/t.ts'
import { Chip } from '../../../ui/buttons/Chip.tsx'
import { Picker } from '../../../ui/fields/Picker.tsx'
import type { PickerItem } from '../../../ui/fields/PickerPopover.tsx'
import { FixedValue } from './FixedValue.tsx'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { useForm, isConditionMet, useEntry } from '../model/useForm.ts'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import fieldStyles from '../../../ui/layout/field.module.css'

/** Language of the model and, if its condition is met, a voice of that language; recently used voices come first. */
export function VoiceInput({ field }: { field: FieldOf<'voice'> }) {
  const { form } = useForm()
  const lang = useEntry('lang')
  const voice = useEntry('voice')
  const needsVoice = draftStore((draft) =>
    isConditionMet(form, field.voiceWhen, draft.values[form.operation]),
  )
  const recent = draftStore((draft) => draft.voices)
  const [gender, setGender] = useState<string | null>(null)
  const voices = field.languages.find(({ value }) => value === lang.value)?.voices ?? []
  const genders = gendersOf(voices)
  const genderFilter = gender !== null && genders.includes(gender) ? gender : null
  const [onlyLanguage] = field.languages

  const chooseLanguage = (value: string) => {
    const voicesOfLanguage = field.languages.find((language) => language.value === value)?.voices ?? []
    const nextVoice = voicesOfLanguage.find((option) => option.value === voice.value) ?? voicesOfLanguage[0]
    draftStore.getState().setValues({ lang: value, voice: nextVoice?.value ?? null }, { edit: 'choice' })
  }
  return (
    <div className={fieldStyles.form}>
      {onlyLanguage && field.languages.length === 1 && lang.value === onlyLanguage.value ? (
        <FixedValue id={lang.id} label={t('speech.language')} value={onlyLanguage.label} isSelfExplanatory />
      ) : (
        <Picker
          id={lang.id}
          label={t('speech.language')}
          isCompact
          error={lang.error}
          value={typeof lang.value === 'string' ? lang.value : undefined}
          items={field.languages.map(({ value, label, voices }) => ({
            id: value,
            label,
            facts: voices.length > 0 ? [t('speech.voices', { count: voices.length })] : [],
          }))}
          search={{
            label: t('speech.search_languages'),
            noMatches: (search) => t('speech.no_language', { search }),
          }}
          onPick={chooseLanguage}
        />
      )}
      {needsVoice && voices.length > 0 && (
        <Picker
          id={voice.id}
          label={t('speech.voice')}
          isCompact
          error={voice.error}
          value={typeof voice.value === 'string' ? voice.value : undefined}
          items={voiceItems(voices, recent, genderFilter)}
          chosen={voiceItems(voices, [], null).find(({ id }) => id === voice.value)}
          search={{
            label: t('speech.search_voices'),
            noMatches: (search) => t('speech.no_voice', { search }),
          }}
          header={
            genders.length > 1 && (
              <div role="group" aria-label={t('speech.genders')} className={toolbarStyles.chips}>
                {[null, ...genders].map((option) => (
                  <Chip key={option} pressed={option === genderFilter} onClick={() => setGender(option)}>
                    {option === null ? t('speech.any_gender') : genderLabel(option)}
                  </Chip>
                ))}
              </div>
            )
          }
          onPick={(id) => voice.choose(voiceOf(id))}
        />
      )}
    </div>
  )
}

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
const genderLabel = (gender: string): string => gender.slice(0, 1).toUpperCase() + gender.slice(1)
