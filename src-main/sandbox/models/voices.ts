import type { ModelLanguage } from './SandboxModel.ts'

const voice = (name: string, slug: string, gender: string | null) => ({ name, slug, gender })

/** Slugs have a prefix for language and gender. Genders are words, letters or null (service.md §Models). */
export const sparrowLanguages: ModelLanguage[] = [
  {
    name: 'English (US)',
    slug: 'en-us',
    voices: [
      voice('Wren', 'af_wren', 'female'),
      voice('Heron', 'am_heron', 'male'),
      voice('Plover', 'an_plover', null),
      voice('Linnet', 'af_linnet', 'female'),
      voice('Kestrel', 'am_kestrel', 'male'),
      voice('Avocet', 'af_avocet', 'female'),
      voice('Merlin', 'am_merlin', 'male'),
      voice('Siskin', 'af_siskin', 'female'),
    ],
  },
  {
    name: 'English (UK)',
    slug: 'en-gb',
    voices: [
      voice('Merle', 'bf_merle', 'f'),
      voice('Rook', 'bm_rook', 'm'),
      voice('Dunnock', 'bm_dunnock', 'm'),
    ],
  },
  {
    name: 'Español',
    slug: 'es',
    voices: [voice('Alondra', 'ef_alondra', 'female'), voice('Mirlo', 'em_mirlo', 'male')],
  },
  { name: 'Français', slug: 'fr-fr', voices: [voice('Mésange', 'ff_mesange', 'female')] },
  {
    name: 'हिन्दी',
    slug: 'hi',
    voices: [voice('Maina', 'hf_maina', 'female'), voice('Mor', 'hm_mor', 'male')],
  },
  { name: 'Italiano', slug: 'it', voices: [voice('Rondine', 'if_rondine', 'female')] },
  { name: '日本語', slug: 'ja', voices: [voice('Hibari', 'jf_hibari', 'female')] },
]

const choraleVoices = [
  voice('Linnea', 'Linnea', 'female'),
  voice('Torvald', 'Torvald', 'male'),
  voice('Uncle Bo', 'Uncle_Bo', 'male'),
  voice('Ondine', 'Ondine', 'female'),
  voice('Casimir', 'Casimir', 'male'),
  voice('Hana Mori', 'Hana_Mori', 'female'),
  voice('Piet', 'Piet', 'male'),
  voice('Zora', 'Zora', 'male'),
  voice('Ismene', 'Ismene', null),
]

/** Slugs are the names with underscores instead of spaces. Italian lacks a voice that the other languages have. */
export const choraleLanguages: ModelLanguage[] = [
  ...['Chinese', 'English', 'Japanese', 'Korean', 'German', 'French', 'Russian', 'Portuguese', 'Spanish'].map(
    (name) => ({ name, slug: name, voices: choraleVoices }),
  ),
  { name: 'Italian', slug: 'Italian', voices: choraleVoices.slice(0, -1) },
]

/** Languages with a single default voice each. */
export function withDefaultVoice(...names: string[]): ModelLanguage[] {
  return names.map((name) => ({ name, slug: name, voices: [voice('Default', 'default', null)] }))
}
