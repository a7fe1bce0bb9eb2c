import type { ModelLanguage, SandboxModel } from './SandboxModel.ts'

const voice = (name: string, slug: string, gender: string | null) => ({ name, slug, gender })

/** Slugs have a prefix for language and gender. Genders are words, letters or null (service.md §Models). */
const sparrowLanguages: ModelLanguage[] = [
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
const choraleLanguages: ModelLanguage[] = [
  ...['Chinese', 'English', 'Japanese', 'Korean', 'German', 'French', 'Russian', 'Portuguese', 'Spanish'].map(
    (name) => ({ name, slug: name, voices: choraleVoices }),
  ),
  { name: 'Italian', slug: 'Italian', voices: choraleVoices.slice(0, -1) },
]

/** Languages with a single default voice each. */
function withDefaultVoice(...names: string[]): ModelLanguage[] {
  return names.map((name) => ({ name, slug: name, voices: [voice('Default', 'default', null)] }))
}

const sizeLimits = (min: number, max: number) => ({
  min_width: min,
  max_width: max,
  min_height: min,
  max_height: max,
})
const speechFeatures = (supported: 'voice_clone' | 'custom_voice' | 'voice_design') => ({
  supports_voice_clone: supported === 'voice_clone',
  supports_custom_voice: supported === 'custom_voice',
  supports_voice_design: supported === 'voice_design',
})

/** Models for upscaling, background removal, speech, music, transcription, OCR, embeddings and meshes. */
export const otherModels: SandboxModel[] = [
  {
    slug: 'loupe-2x',
    scale: 2,
    name: 'Loupe 2×',
    types: ['img_upscale'],
    limits: sizeLimits(128, 2048),
    cost: { base: 0.0002, perUnit: 0.00038125 },
    secondsPerUnit: 1.5,
  },
  {
    slug: 'loupe-4x',
    scale: 4,
    name: 'Loupe 4×',
    types: ['img_upscale'],
    limits: sizeLimits(64, 1024),
    cost: { base: 0.0003, perUnit: 0.00101875 },
    secondsPerUnit: 2.5,
  },
  {
    slug: 'silhouette',
    name: 'Silhouette',
    types: ['img_rmbg'],
    limits: sizeLimits(128, 2048),
    cost: { base: 0.00011, perUnit: 0.00029375 },
    secondsPerUnit: 1.2,
  },
  {
    slug: 'sparrow-voice',
    name: 'Sparrow Voice',
    types: ['txt2audio'],
    limits: {
      min_text: 3,
      max_text: 10001,
      min_speed: 0.5,
      max_speed: 2,
      available_ratios: [24000],
      output_formats: ['mp3', 'wav'],
    },
    features: speechFeatures('custom_voice'),
    defaults: { lang: 'en-us', voice: 'af_wren', speed: 1, format: 'mp3', sample_rate: 24000 },
    languages: sparrowLanguages,
    cost: { base: 0, perUnit: 0.00000077 },
    secondsPerUnit: 0.01,
    live: { displayNames: true },
  },
  {
    slug: 'chorale-nine',
    name: 'Chorale Nine',
    types: ['txt2audio'],
    limits: { min_text: 10, max_text: 5000, min_speed: 1, max_speed: 1, available_ratios: [24000] },
    features: speechFeatures('custom_voice'),
    defaults: { lang: 'English', voice: 'Linnea', speed: 1, format: 'mp3', sample_rate: 24000 },
    languages: choraleLanguages,
    cost: { base: 0, perUnit: 0.00001286 },
    secondsPerUnit: 0.02,
    live: { valuesAsText: true },
  },
  {
    slug: 'echo-double',
    name: 'Echo Double',
    types: ['txt2audio'],
    limits: {
      min_text: 10,
      max_text: 5000,
      min_speed: 1,
      max_speed: 1,
      available_ratios: [24000],
      min_ref_audio_duration: 3,
      max_ref_audio_duration: 10,
    },
    features: speechFeatures('voice_clone'),
    defaults: { lang: 'English', voice: 'default', speed: 1, format: 'mp3' },
    languages: withDefaultVoice('English'),
    cost: { base: 0, perUnit: 0.00001286 },
    secondsPerUnit: 0.02,
  },
  {
    slug: 'atelier-voice',
    name: 'Atelier Voice Design',
    types: ['txt2audio'],
    limits: { min_text: 10, max_text: 5000, min_speed: 1, max_speed: 1, available_ratios: [24000] },
    features: speechFeatures('voice_design'),
    defaults: { lang: 'English', voice: 'default', speed: 1, format: 'mp3' },
    languages: withDefaultVoice('English', 'German', 'French'),
    cost: { base: 0, perUnit: 0.00000771 },
    secondsPerUnit: 0.02,
  },
  {
    slug: 'cadenza-turbo',
    name: 'Cadenza Turbo',
    types: ['txt2music'],
    limits: {
      min_caption: 3,
      max_caption: 300,
      min_duration: 10,
      max_duration: 300,
      min_bpm: 50,
      max_bpm: 200,
      min_guidance: 1,
      max_guidance: 1,
      min_steps: 8,
      max_steps: 8,
      min_ref_audio_duration: 5,
      max_ref_audio_duration: 60,
    },
    cost: { base: 0.00008, perUnit: 0.00001071 },
    secondsPerUnit: 0.2,
  },
  {
    slug: 'cadenza',
    name: 'Cadenza',
    types: ['txt2music'],
    limits: {
      min_caption: 3,
      max_caption: 300,
      min_duration: 10,
      max_duration: 600,
      min_bpm: 50,
      max_bpm: 200,
      min_guidance: 3,
      max_guidance: 20,
      min_steps: 5,
      max_steps: 100,
    },
    cost: { base: 0.0002, perUnit: 0.00004 },
    secondsPerUnit: 0.3,
  },
  {
    slug: 'stenograph',
    name: 'Stenograph',
    types: ['vid2txt', 'aud2txt', 'videofile2txt', 'audiofile2txt', 'transcribe'],
    cost: { base: 0.00001, perUnit: 0.00001389 },
    secondsPerUnit: 0.05,
  },
  {
    slug: 'stenograph-swift',
    name: 'Stenograph Swift',
    types: ['vid2txt', 'audiofile2txt', 'transcribe'],
    cost: { base: 0, perUnit: 0.00000694 },
    secondsPerUnit: 0.02,
  },
  {
    slug: 'scriptorium',
    name: 'Scriptorium',
    types: ['img2txt'],
    limits: sizeLimits(128, 4096),
    cost: { base: 0.00045, perUnit: 0.00880803 },
    secondsPerUnit: 3,
  },
  {
    slug: 'atlas-embed',
    name: 'Atlas Embed',
    types: ['txt2embedding'],
    limits: { max_input_tokens: 8192, max_total_tokens: 245760 },
    cost: { base: 0, perUnit: 0.000000084 },
    secondsPerUnit: 0.001,
  },
  {
    slug: 'lattice-solid',
    name: 'Lattice Solid',
    types: ['img2mesh'],
    limits: { min_faces: 1000, max_faces: 90000 },
    cost: { base: 0.02, perUnit: 0.000001 },
    secondsPerUnit: 0.0001,
  },
]
