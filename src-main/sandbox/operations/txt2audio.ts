import type { SandboxModel } from '../models/SandboxModel.ts'
import type { Flavour } from '../options.ts'
import { encodeSound } from '../sounds/encodeSound.ts'
import { speakText } from '../sounds/speakText.ts'
import { model, REFERENCE_SOUND, webhookUrl } from './fields.ts'
import type { Fields, Operation, StoredInput } from './Operation.ts'
import type { Rule } from './rules.ts'
import { textField } from './textField.ts'

const text: Rule = { field: 'text', kind: 'text', required: true, min: 1, limit: 'text' }
const about: Rule[] = [
  model,
  { field: 'lang', kind: 'text', required: true },
  { field: 'speed', kind: 'number', required: true, min: 0.25, max: 4, limit: 'speed' },
  {
    field: 'format',
    kind: 'choice',
    required: true,
    choices: ['mp3', 'wav', 'flac'],
    limit: 'output_formats',
  },
  { field: 'sample_rate', kind: 'integer', required: true },
  { field: 'mode', kind: 'choice', choices: ['custom_voice', 'voice_clone', 'voice_design'] },
  { field: 'voice', kind: 'text' },
  { field: 'instruct', kind: 'text' },
]

const reference: Rule = {
  field: 'ref_audio',
  kind: 'audio',
  formats: REFERENCE_SOUND,
  megabytes: 15,
  length: { min: 'min_ref_audio_duration', max: 'max_ref_audio_duration' },
}

/** facts.md §1.4: multipart, or JSON without a file; priced by characters, divided by the speed. */
export const txt2audio: Operation = {
  type: 'txt2audio',
  path: 'txt2audio',
  encoding: 'either',
  rules: [text, ...about, reference, { field: 'ref_text', kind: 'text' }, webhookUrl],
  pricePath: 'txt2audio/price-calculation',
  priceRules: [
    { ...text, required: false },
    { field: 'count_text', kind: 'integer', min: 1, limit: 'text' },
    ...about,
  ],
  check: (fields, model, inputs, flavour, purpose) => ({
    ...(purpose === 'price' && flavour === 'live' ? checkCount(fields) : checkMode(fields, model, inputs)),
    ...checkVoice(fields, model, flavour),
    ...checkRate(fields, model),
  }),
  plan: ({ fields, inputs, model }) => ({
    text: textField(fields, 'text'),
    characters: typeof fields.text === 'string' ? fields.text.length : Number(fields.count_text),
    speed: Number(fields.speed),
    rate: Number(fields.sample_rate),
    format: textField(fields, 'format'),
    voice: [model.slug, fields.voice, genderOf(fields, model), fields.instruct, inputs[0]?.id].join(' '),
  }),
  units: (plan) => Number(plan.characters) / Number(plan.speed),
  heavy: true,
  formats: (plan) => ({ main: String(plan.format), alternatives: [] }),
  make: async (plan, format) => {
    const order = { text: String(plan.text), voice: String(plan.voice) }
    return encodeSound(
      await speakText({ ...order, speed: Number(plan.speed), rate: Number(plan.rate) }),
      format,
    )
  },
}

type Errors = Record<string, string[]>

function checkCount(fields: Fields): Errors {
  if (fields.text !== undefined && fields.count_text !== undefined) {
    return { count_text: ['The count text field is prohibited when text is present.'] }
  }
  if (fields.text !== undefined || fields.count_text !== undefined) return {}
  return { text: ['The text field is required when count text is not present.'] }
}

/** Each mode wants its own kind of voice, and a model that can. */
function checkMode(fields: Fields, model: SandboxModel, inputs: StoredInput[]): Errors {
  const mode = textField(fields, 'mode', 'custom_voice')
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

/** Language and voice by their slugs; live takes display names too (facts.md §2.2). */
function checkVoice(fields: Fields, model: SandboxModel, flavour: Flavour): Errors {
  if (!model.languages) return {}
  const is = (one: { name: string; slug: string }, given: unknown) =>
    one.slug === given || (flavour === 'live' && one.name === given)
  const language = model.languages.find((one) => is(one, fields.lang))
  if (!language) return { lang: ['The selected lang is invalid.'] }
  const isCustom = textField(fields, 'mode', 'custom_voice') === 'custom_voice'
  if (!isCustom || fields.voice === undefined) return {}
  return language.voices.some((one) => is(one, fields.voice))
    ? {}
    : { voice: ['The selected voice is invalid.'] }
}

function checkRate(fields: Fields, model: SandboxModel): Errors {
  const rates = model.limits?.available_ratios ?? [24000]
  const offered = Array.isArray(rates) && rates.some((rate) => rate === fields.sample_rate)
  return offered ? {} : { sample_rate: ['The selected sample rate is invalid.'] }
}

/** So that a voice sounds as it is labelled. */
function genderOf({ voice }: Fields, { languages }: SandboxModel): string {
  const voices = languages?.flatMap((language) => language.voices) ?? []
  return voices.find(({ slug, name }) => slug === voice || name === voice)?.gender ?? ''
}
