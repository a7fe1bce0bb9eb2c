import type { FieldErrors } from '../http/Reply.ts'
import type { SandboxModel, Flavour } from '../models/SandboxModel.ts'
import { encodeAudio } from '../media/audio/audioCodec.ts'
import { generateSpeech } from '../media/audio/generateSpeech.ts'
import { model, REFERENCE_AUDIO_FORMATS, readText, webhookUrl, chooseSeed, seed } from './fields.ts'
import type { Fields, Operation, StoredInput, Rule } from './Operation.ts'
import { generateMusic } from '../media/audio/generateMusic.ts'

const text: Rule = { field: 'text', kind: 'text', required: true, min: 1, limitName: 'text' }
const commonRules: Rule[] = [
  model,
  { field: 'lang', kind: 'text', required: true },
  { field: 'speed', kind: 'number', required: true, min: 0.25, max: 4, limitName: 'speed' },
  {
    field: 'format',
    kind: 'choice',
    required: true,
    allowedValues: ['mp3', 'wav', 'flac'],
    limitName: 'output_formats',
  },
  { field: 'sample_rate', kind: 'integer', required: true },
  { field: 'mode', kind: 'choice', allowedValues: ['custom_voice', 'voice_clone', 'voice_design'] },
  { field: 'voice', kind: 'text' },
  { field: 'instruct', kind: 'text' },
]

const reference: Rule = {
  field: 'ref_audio',
  kind: 'audio',
  formats: REFERENCE_AUDIO_FORMATS,
  maxMegabytes: 15,
  durationLimits: { min: 'min_ref_audio_duration', max: 'max_ref_audio_duration' },
}

/** Multipart, or JSON without a file. Priced by characters divided by the speed (service.md §Speech and music). */
export const txt2audio: Operation = {
  type: 'txt2audio',
  path: 'txt2audio',
  encoding: 'either',
  rules: [text, ...commonRules, reference, { field: 'ref_text', kind: 'text' }, webhookUrl],
  pricePath: 'txt2audio/price-calculation',
  priceRules: [
    { ...text, required: false },
    { field: 'count_text', kind: 'integer', min: 1, limitName: 'text' },
    ...commonRules,
  ],
  check: (fields, model, inputs, flavour, purpose) => ({
    ...(purpose === 'price' && flavour === 'live' ? checkCount(fields) : checkMode(fields, model, inputs)),
    ...checkVoice(fields, model, flavour),
    ...checkSampleRate(fields, model),
  }),
  plan: ({ fields, inputs, model }) => ({
    text: readText(fields, 'text'),
    characters: typeof fields.text === 'string' ? fields.text.length : Number(fields.count_text),
    speed: Number(fields.speed),
    rate: Number(fields.sample_rate),
    format: readText(fields, 'format'),
    // The voice isn't a slug here, but everything that shapes the generated voice.
    voice: [model.slug, fields.voice, findVoiceGender(fields, model), fields.instruct, inputs[0]?.id].join(
      ' ',
    ),
  }),
  countUnits: (plan) => Number(plan.characters) / Number(plan.speed),
  isSlow: true,
  formats: (plan) => ({ main: String(plan.format), alternatives: [] }),
  generate: async (plan, format) => {
    const parameters = { text: String(plan.text), voiceTraits: String(plan.voice) }
    return encodeAudio(
      await generateSpeech({ ...parameters, speed: Number(plan.speed), sampleRate: Number(plan.rate) }),
      format,
    )
  },
}

/** Hertz, for models that list no sample rates. */
const DEFAULT_SAMPLE_RATES = [24_000]

/** A price request has either the text or its number of characters. */
function checkCount(fields: Fields): FieldErrors {
  if (fields.text !== undefined && fields.count_text !== undefined) {
    return { count_text: ['The count text field is prohibited when text is present.'] }
  }
  if (fields.text !== undefined || fields.count_text !== undefined) return {}
  return { text: ['The text field is required when count text is not present.'] }
}

/** Each mode requires its own field for the voice, and a model that supports the mode. */
function checkMode(fields: Fields, model: SandboxModel, inputs: StoredInput[]): FieldErrors {
  const mode = readText(fields, 'mode', 'custom_voice')
  if (model.features?.[`supports_${mode}`] === false) {
    return { mode: ['The selected mode is not supported by this model.'] }
  }
  if (mode === 'voice_clone' && inputs.length === 0) {
    return { ref_audio: ['The ref audio field is required when mode is voice_clone.'] }
  }
  if (mode === 'voice_design' && fields.instruct === undefined) {
    return { instruct: ['The instruct field is required when mode is voice_design.'] }
  }
  if (mode === 'custom_voice' && fields.voice === undefined) {
    return { voice: ['The voice field is required when mode is custom_voice.'] }
  }
  return {}
}

/** Language and voice are slugs. The live service also accepts display names (service.md §Models). */
function checkVoice(fields: Fields, model: SandboxModel, flavour: Flavour): FieldErrors {
  if (!model.languages) return {}
  const matches = (entry: { name: string; slug: string }, name: unknown) =>
    entry.slug === name || (flavour === 'live' && entry.name === name)
  const language = model.languages.find((entry) => matches(entry, fields.lang))
  if (!language) return { lang: ['The selected lang is invalid.'] }
  const isCustom = readText(fields, 'mode', 'custom_voice') === 'custom_voice'
  if (!isCustom || fields.voice === undefined) return {}
  return language.voices.some((entry) => matches(entry, fields.voice))
    ? {}
    : { voice: ['The selected voice is invalid.'] }
}

/** Models list their sample rates as `available_ratios` (service.md §Models). */
function checkSampleRate(fields: Fields, model: SandboxModel): FieldErrors {
  const rates = model.limits?.available_ratios ?? DEFAULT_SAMPLE_RATES
  const isOffered = Array.isArray(rates) && rates.some((rate) => rate === fields.sample_rate)
  return isOffered ? {} : { sample_rate: ['The selected sample rate is invalid.'] }
}

/** The voice's labelled gender, which the generated speech follows. */
function findVoiceGender({ voice }: Fields, { languages }: SandboxModel): string {
  const voices = languages?.flatMap((language) => language.voices) ?? []
  return voices.find(({ slug, name }) => slug === voice || name === voice)?.gender ?? ''
}

const duration: Rule = {
  field: 'duration',
  kind: 'number',
  required: true,
  min: 10,
  max: 600,
  limitName: 'duration',
}
const steps: Rule = {
  field: 'inference_steps',
  kind: 'integer',
  required: true,
  min: 1,
  max: 100,
  limitName: 'steps',
}

/** The number of steps that a model's price per second refers to. */
const BASE_STEPS = 8

/** Multipart, or JSON without a file. Priced by duration and steps alone (service.md §Speech and music). */
export const txt2music: Operation = {
  type: 'txt2music',
  path: 'txt2music',
  encoding: 'either',
  rules: [
    { field: 'caption', kind: 'text', required: true, min: 1, limitName: 'caption' },
    model,
    { field: 'lyrics', kind: 'text', required: true },
    duration,
    steps,
    { field: 'guidance_scale', kind: 'number', required: true, min: 0, max: 20, limitName: 'guidance' },
    { ...seed, required: true },
    { field: 'format', kind: 'choice', required: true, allowedValues: ['mp3', 'wav', 'flac'] },
    { field: 'bpm', kind: 'integer', min: 20, max: 300, limitName: 'bpm' },
    { field: 'keyscale', kind: 'text' },
    { field: 'timesignature', kind: 'integer' },
    { field: 'vocal_language', kind: 'text' },
    {
      field: 'reference_audio',
      kind: 'audio',
      formats: REFERENCE_AUDIO_FORMATS,
      maxMegabytes: 15,
      durationLimits: { min: 'min_ref_audio_duration', max: 'max_ref_audio_duration' },
    },
    webhookUrl,
  ],
  pricePath: 'txt2music/price-calculation',
  priceRules: [model, duration, steps],
  check: ({ timesignature }) => {
    const isKnown = timesignature === undefined || [2, 3, 4, 6].includes(Number(timesignature))
    return isKnown ? {} : { timesignature: ['The selected timesignature is invalid.'] }
  },
  plan: ({ fields, inputs, model, random }) => ({
    caption: readText(fields, 'caption'),
    lyrics: readText(fields, 'lyrics'),
    seconds: Number(fields.duration),
    steps: Number(fields.inference_steps),
    bpm: fields.bpm === undefined ? null : Number(fields.bpm),
    key: readText(fields, 'keyscale') || null,
    meter: Number(fields.timesignature ?? 4),
    seed: chooseSeed(fields.seed, random),
    format: readText(fields, 'format', 'mp3'),
    style: [model.slug, fields.vocal_language, inputs[0]?.id].join(' '),
  }),
  countUnits: (plan) => (Number(plan.seconds) * Number(plan.steps)) / BASE_STEPS,
  isSlow: true,
  formats: (plan) => ({ main: String(plan.format), alternatives: [] }),
  generate: async (plan, format) => {
    const audio = await generateMusic({
      caption: String(plan.caption),
      lyrics: String(plan.lyrics),
      seconds: Number(plan.seconds),
      bpm: plan.bpm === null ? null : Number(plan.bpm),
      key: plan.key === null ? null : String(plan.key),
      meter: Number(plan.meter),
      seed: Number(plan.seed),
      style: String(plan.style),
    })
    return encodeAudio(audio, format)
  },
}
