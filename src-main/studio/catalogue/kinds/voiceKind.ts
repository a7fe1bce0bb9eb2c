import type { FieldOf, Values } from '../../../../src-preload/contract/types/form.ts'
import type { ModelRecord } from '../../service/models/ModelRecord.ts'
import { doConditionsHold } from '../valueRules.ts'
import { plainText, baseField, type FieldBehavior } from './FieldBehavior.ts'

type Language = FieldOf<'voice'>['languages'][number]

/** Two values, `lang` and `voice`: a language of the model, and a voice of that language while `voiceWhen` holds. */
export const voiceKind: FieldBehavior<'voice'> = {
  build(row, record) {
    const languages = languagesOf(record)
    const lang = findByValueOrLabel(languages, record.defaults['lang']) ?? languages[0]
    // Without any language there is nothing to choose, so the service decides.
    if (!lang) return null
    const voice = findByValueOrLabel(lang.voices, record.defaults['voice']) ?? lang.voices[0]
    return {
      field: {
        ...baseField(row),
        kind: 'voice',
        languages,
        ...(row.voiceWhen && { voiceWhen: row.voiceWhen }),
      },
      defaults: { lang: lang.value, ...(voice && { voice: voice.value }) },
    }
  },

  check(field, values) {
    const { lang, voice } = values
    if (isBlank(lang)) return field.required ? [{ field: 'lang', code: 'required' }] : []
    const language = field.languages.find(({ value }) => value === lang)
    if (!language) return [{ field: 'lang', code: 'not_an_option' }]
    if (field.voiceWhen && !doConditionsHold([field.voiceWhen], values)) return []
    const { voices } = language
    if (isBlank(voice))
      return field.required && voices.length > 0 ? [{ field: 'voice', code: 'required' }] : []
    return voices.some(({ value }) => value === voice) ? [] : [{ field: 'voice', code: 'not_an_option' }]
  },

  format(value, { entry, values, record }) {
    const slug = plainText(value)
    const languages = record?.languages ?? []
    if (entry === 'lang')
      return languages.find((language) => language.slug === slug)?.name ?? languageName(slug)
    const chosenLanguage = languages.find((language) => language.slug === values['lang'])
    const voices = [...(chosenLanguage?.voices ?? []), ...languages.flatMap((language) => language.voices)]
    return voices.find((voice) => voice.slug === slug)?.name ?? slug
  },

  /** The default voice may not belong to the chosen language. Then the first voice of the language is used. */
  fixed(field, values, defaults) {
    const lang = isBlank(values['lang']) ? defaults['lang'] : values['lang']
    const language = field.languages.find(({ value }) => value === lang)
    if (!language || !isBlank(values['voice'])) return {}
    const { voices } = language
    const voice = voices.find(({ value }) => value === defaults['voice']) ?? voices[0]
    return { voice: voice?.value ?? '' }
  },

  fit(field, values) {
    const language = field.languages.find(({ value }) => value === values['lang'])
    const voice = language?.voices.find(({ value }) => value === values['voice']) ?? language?.voices[0]
    return { ...(language && { lang: language.value }), ...(voice && { voice: voice.value }) }
  },
}

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

/** The display name of a language tag such as `en-us`; text that isn't a language tag is returned unchanged. */
function languageName(tag: string): string {
  try {
    return languageNames.of(tag) ?? tag
  } catch {
    return tag
  }
}

const isBlank = (value: Values[string] | undefined): boolean =>
  value === undefined || value === null || value === ''

/** Models state their default by value or by label (service.md §Models). */
const findByValueOrLabel = <T extends { value: string; label: string }>(
  options: readonly T[],
  stated: unknown,
) => options.find(({ value }) => value === stated) ?? options.find(({ label }) => label === stated)

/** The languages that a model lists, or its default language when it lists none. */
function languagesOf({ languages, defaults }: ModelRecord): Language[] {
  const listed = languages.map(({ slug, name, voices }) => ({
    value: slug,
    label: name,
    voices: voices.map((voice) => ({ value: voice.slug, label: voice.name, gender: voice.gender })),
  }))
  const { lang, voice } = defaults
  if (listed.length > 0) {
    const voices = listed.flatMap((language) => language.voices)
    if (findByValueOrLabel(voices, voice)) return listed
    // A default voice that no language lists belongs to the languages without a list.
    return listed.map((language) =>
      language.voices.length > 0 ? language : { ...language, voices: voicesOf(voice) },
    )
  }
  if (typeof lang !== 'string' || lang.trim() === '') return []
  return [{ value: lang, label: lang, voices: voicesOf(voice) }]
}

/** A default voice as the only one to choose. */
const voicesOf = (voice: unknown): Language['voices'] =>
  typeof voice === 'string' && voice.trim() !== '' ? [{ value: voice, label: voice, gender: null }] : []
