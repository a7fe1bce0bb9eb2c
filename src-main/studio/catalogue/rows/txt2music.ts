import type { Operation, RangeRule } from '../Operation.ts'
import { fileRows } from './fileRows.ts'
import { rangeRules, sharedRows } from './sharedRows.ts'

const { prompt, steps, guidance, seed, webhook } = sharedRows
const optional = { section: 'advanced', required: false, priced: false } as const

const rangeOf = (name: string, min = 1, max = Infinity): RangeRule => ({
  limits: { min: `min_${name}`, max: `max_${name}` },
  bounds: { min, max },
  sane: { min: 1, max: 100_000 },
})

/** Text to music (service.md §Speech and music), with its own names for prompt, steps and guidance. The price depends on length and steps. */
export const txt2music: Operation = {
  id: 'txt2music',
  types: ['txt2music'],
  name: 'Text to music',
  group: 'audio',
  output: ['audio'],
  viewer: 'audio',
  path: 'txt2music',
  encoding: 'json-unless-file',
  price: {
    path: 'txt2music/price-calculation',
    encoding: 'json',
  },
  title: 'prompt',
  example: 'Unhurried piano over soft strings, warm and a little wistful, like rain on a window',
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
      acceptsText: true,
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
      default: { key: 'duration', value: 60 },
      unit: 's',
    },
    {
      kind: 'integer',
      name: 'bpm',
      label: 'Beats per minute',
      ...optional,
      section: 'main',
      range: rangeOf('bpm'),
    },
    {
      kind: 'text',
      name: 'keyscale',
      label: 'Key',
      ...optional,
      section: 'main',
      multiline: false,
      placeholder: 'C major',
    },
    {
      kind: 'choice',
      name: 'timesignature',
      label: 'Time signature',
      ...optional,
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
      ...optional,
      multiline: false,
      placeholder: 'en',
    },
    { ...fileRows.reference, ...optional, seconds: rangeRules.referenceAudio({ min: 5, max: 60 }) },
    {
      ...steps,
      wire: { steps: 'inference_steps' },
      range: { ...steps.range, bounds: { min: 1, max: Infinity } },
    },
    {
      ...guidance,
      wire: { guidance: 'guidance_scale' },
      range: { ...guidance.range, bounds: { min: 0, max: Infinity } },
    },
    seed,
    {
      kind: 'choice',
      name: 'format',
      label: 'Format',
      section: 'advanced',
      required: true,
      priced: false,
      list: 'output_formats',
      options: [
        { value: 'mp3', label: 'MP3' },
        { value: 'wav', label: 'WAV' },
        { value: 'flac', label: 'FLAC' },
      ],
      default: { key: 'format', value: 'mp3' },
    },
    webhook,
  ],
}
