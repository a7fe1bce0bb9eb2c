import { useState } from 'react'
import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'
import { t } from '../../../i18n/t.ts'
import { Chip } from '../../../ui/buttons/Chip.tsx'
import { Picker } from '../../../ui/fields/Picker.tsx'
import { Fixed } from '../fields/Fixed.tsx'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { useForm } from '../model/FormContext.ts'
import { isConditionMet } from '../model/isConditionMet.ts'
import { useEntry } from '../model/useEntry.ts'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import fieldStyles from '../../../ui/layout/field.module.css'
import { gendersOf, voiceOf, genderLabel, voiceItems } from './voiceItems.ts'

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
    draftStore
      .getState()
      .setValues({ lang: value, ...(nextVoice ? { voice: nextVoice.value } : {}) }, { edit: 'choice' })
  }
  return (
    <div className={fieldStyles.form}>
      {onlyLanguage && field.languages.length === 1 && lang.value === onlyLanguage.value ? (
        <Fixed id={lang.id} label={t('speech.language')} value={onlyLanguage.label} isSelfExplanatory />
      ) : (
        <Picker
          id={lang.id}
          label={t('speech.language')}
          tight
          error={lang.error}
          value={typeof lang.value === 'string' ? lang.value : undefined}
          items={field.languages.map(({ value, label, voices }) => ({
            id: value,
            label,
            facts: voices.length > 0 ? [t('speech.voices', { count: voices.length })] : [],
          }))}
          search={{
            label: t('speech.search_languages'),
            nothing: (search) => t('speech.no_language', { search }),
          }}
          onPick={chooseLanguage}
        />
      )}
      {needsVoice && voices.length > 0 && (
        <Picker
          id={voice.id}
          label={t('speech.voice')}
          tight
          error={voice.error}
          value={typeof voice.value === 'string' ? voice.value : undefined}
          items={voiceItems(voices, recent, genderFilter)}
          chosen={voiceItems(voices, [], null).find(({ id }) => id === voice.value)}
          search={{
            label: t('speech.search_voices'),
            nothing: (search) => t('speech.no_voice', { search }),
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
