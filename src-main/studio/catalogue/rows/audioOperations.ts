import type { Operation, RangeRule } from '../Operation.ts'
import { fileRows } from './fileRows.ts'
import { rangeRules, sharedRows } from './sharedRows.ts'

const { prompt, steps, guidance, seed, webhook } = sharedRows
const optionalProperties = { section: 'advanced', required: false, priced: false } as const

/** A range from the limits `min_<name>` and `max_<name>`, or the documented one for a model that publishes none. */
const rangeOf = (name: string, min = 1, max = Infinity): RangeRule => ({
  limitKeys: { min: `min_${name}`, max: `max_${name}` },
  documentedBounds: { min, max },
  plausible: { min: 1, max: 100_000 },
})

/**
 * Text to music (service.md §Speech and music), with its own names for prompt, steps and guidance. The price depends on length and steps.
 */
export const txt2music: Operation = {
  id: 'txt2music',
  inferenceTypes: ['txt2music'],
  name: 'Text to music',
  group: 'audio',
  outputKinds: ['audio'],
  viewer: 'audio',
  path: 'txt2music',
  encoding: 'json-unless-file',
  price: {
    path: 'txt2music/price-calculation',
    encoding: 'json',
  },
  titleField: 'prompt',
  exampleText: 'Unhurried piano over soft strings, warm and a little wistful, like rain on a window',
  fields: [
    {
      ...prompt,
      label: 'Caption',
      wire: { prompt: 'caption' },
      length: rangeOf('caption'),
      counter: true,
      placeholder: 'What should it sound like?',
    },
    {
      kind: 'text',
      name: 'lyrics',
      label: 'Lyrics',
      section: 'main',
      required: true,
      priced: false,
      multiline: true,
      acceptsTextFile: true,
      // The service rejects empty lyrics and expects this for instrumental music.
      default: { value: '[Instrumental]' },
      special: { label: 'Instrumental', value: '[Instrumental]' },
    },
    {
      kind: 'integer',
      name: 'duration',
      label: 'Length',
      section: 'main',
      required: true,
      priced: true,
      range: rangeOf('duration', 10, 600),
      default: { modelKey: 'duration', value: 60 },
      unit: 's',
    },
    {
      kind: 'integer',
      name: 'bpm',
      label: 'Beats per minute',
      ...optionalProperties,
      section: 'main',
      range: rangeOf('bpm'),
    },
    {
      kind: 'text',
      name: 'keyscale',
      label: 'Key',
      ...optionalProperties,
      section: 'main',
      multiline: false,
      placeholder: 'C major',
    },
    {
      kind: 'choice',
      name: 'timesignature',
      label: 'Time signature',
      ...optionalProperties,
      section: 'main',
      options: [
        { value: 2, label: '2/4' },
        { value: 3, label: '3/4' },
        { value: 4, label: '4/4' },
        { value: 6, label: '6/8' },
      ],
    },
    {
      kind: 'text',
      name: 'vocal_language',
      label: 'Vocal language',
      ...optionalProperties,
      multiline: false,
      placeholder: 'en',
    },
    { ...fileRows.reference, ...optionalProperties, seconds: rangeRules.referenceAudio({ min: 5, max: 60 }) },
    {
      ...steps,
      wire: { steps: 'inference_steps' },
      range: { ...steps.range, documentedBounds: { min: 1, max: Infinity } },
    },
    {
      ...guidance,
      wire: { guidance: 'guidance_scale' },
      range: { ...guidance.range, documentedBounds: { min: 0, max: Infinity } },
    },
    seed,
    {
      kind: 'choice',
      name: 'format',
      label: 'Format',
      section: 'advanced',
      required: true,
      priced: false,
      optionsKey: 'output_formats',
      options: [
        { value: 'mp3', label: 'MP3' },
        { value: 'wav', label: 'WAV' },
        { value: 'flac', label: 'FLAC' },
      ],
      default: { modelKey: 'format', value: 'mp3' },
    },
    webhook,
  ],
}

const optionalText = {
  kind: 'text',
  section: 'main',
  required: false,
  priced: false,
  multiline: true,
} as const
const whenCloning = { field: 'mode', is: ['voice_clone'] }
const whenDesigning = { field: 'mode', is: ['voice_design'] }
const whenPreset = { field: 'mode', is: ['custom_voice'] }

/** Text to speech (service.md §Speech and music). The price depends on characters and speed. */
export const txt2audio: Operation = {
  id: 'txt2audio',
  inferenceTypes: ['txt2audio'],
  name: 'Text to speech',
  group: 'audio',
  outputKinds: ['audio'],
  viewer: 'audio',
  path: 'txt2audio',
  encoding: 'json-unless-file',
  price: {
    path: 'txt2audio/price-calculation',
    encoding: 'json',
  },
  titleField: 'text',
  spokenField: 'text',
  exampleText: 'The ferry leaves at half past six. Bring a coat: the wind is fresh out on the water.',
  fields: [
    {
      ...optionalText,
      name: 'text',
      label: 'Text',
      required: true,
      priced: true,
      acceptsTextFile: true,
      characterCountParameter: 'count_text',
      counter: true,
      split: true,
      length: {
        limitKeys: { min: 'min_text', max: 'max_text' },
        documentedBounds: { min: 1, max: Infinity },
        plausible: { min: 1, max: 1_000_000 },
      },
      placeholder: 'What should be said?',
    },
    {
      kind: 'choice',
      name: 'mode',
      label: 'Voice source',
      section: 'main',
      required: true,
      priced: true,
      options: [
        { value: 'custom_voice', label: 'Preset voice', feature: 'supports_custom_voice' },
        { value: 'voice_clone', label: 'Recording', feature: 'supports_voice_clone', hiddenIfUnstated: true },
        {
          value: 'voice_design',
          label: 'Description',
          feature: 'supports_voice_design',
          hiddenIfUnstated: true,
        },
      ],
    },
    {
      kind: 'voice',
      name: 'voice',
      label: 'Language and voice',
      section: 'main',
      required: true,
      priced: false,
      voiceWhen: whenPreset,
    },
    {
      ...fileRows.reference,
      name: 'ref_audio',
      label: 'Voice recording',
      when: whenCloning,
      seconds: rangeRules.referenceAudio({ min: 3, max: 15 }),
      canRecord: true,
      transcriptField: 'ref_text',
    },
    {
      ...optionalText,
      name: 'ref_text',
      label: 'Transcript of the recording',
      when: whenCloning,
      acceptsTextFile: true,
    },
    {
      ...optionalText,
      name: 'instruct',
      label: 'Voice description',
      required: true,
      priceStandIn: 'a calm voice',
      when: whenDesigning,
      placeholder: 'A warm, low voice, unhurried',
    },
    {
      ...optionalText,
      name: 'style',
      label: 'Speaking style',
      section: 'advanced',
      wire: { style: 'instruct' },
      when: whenPreset,
      help: 'Some models ignore this.',
    },
    {
      kind: 'number',
      name: 'speed',
      label: 'Speed',
      section: 'main',
      required: true,
      priced: true,
      range: {
        limitKeys: { min: 'min_speed', max: 'max_speed' },
        documentedBounds: { min: 0, max: Infinity },
        plausible: { min: 0.01, max: 1000 },
      },
      default: { modelKey: 'speed', value: 1 },
      unit: '×',
    },
    {
      kind: 'choice',
      name: 'format',
      label: 'Format',
      section: 'advanced',
      required: true,
      priced: false,
      optionsKey: 'output_formats',
      options: [{ value: 'mp3', label: 'MP3' }],
      default: { modelKey: 'format', value: 'mp3' },
    },
    {
      kind: 'choice',
      name: 'sample_rate',
      label: 'Sample rate',
      section: 'advanced',
      required: true,
      priced: false,
      // The live service lists the sample rates under this name (service.md §Models).
      optionsKey: 'available_ratios',
      options: [{ value: 24_000, label: '24 kHz' }],
      default: { modelKey: 'sample_rate' },
    },
    sharedRows.webhook,
  ],
}
