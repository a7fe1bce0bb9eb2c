import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'
import { t } from '../../../i18n/t.ts'
import { Select } from '../../../ui/Select.tsx'
import { draftStore } from '../model/draftStore.ts'
import { useForm } from '../model/FormContext.ts'
import { isWanted } from '../model/isWanted.ts'
import { useEntry } from '../model/useEntry.ts'

/** A language of the model, and a voice of that language while one is wanted. */
export function VoiceInput({ field }: { field: FieldOf<'voice'> }) {
  const { form } = useForm()
  const lang = useEntry('lang')
  const voice = useEntry('voice')
  const wanted = draftStore((draft) => isWanted(form, field.voiceWhen, draft.values[form.operation]))
  const voices = field.languages.find(({ value }) => value === lang.value)?.voices ?? []
  const choose = (value: string) => {
    lang.set(value)
    const spoken = field.languages.find((language) => language.value === value)?.voices ?? []
    const [first] = spoken
    if (first && !spoken.some((one) => one.value === voice.value)) voice.set(first.value)
  }
  return (
    <>
      <Select
        id={lang.id}
        label={t('create.voice_language')}
        error={lang.error}
        options={field.languages}
        value={typeof lang.value === 'string' ? lang.value : undefined}
        onValue={choose}
      />
      {wanted && voices.length > 0 && (
        <Select
          id={voice.id}
          label={t('create.voice_voice')}
          error={voice.error}
          options={voices}
          value={typeof voice.value === 'string' ? voice.value : undefined}
          onValue={voice.set}
        />
      )}
    </>
  )
}
