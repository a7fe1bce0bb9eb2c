import fc from 'fast-check'
import type { ModelRecord } from '../service/models/ModelRecord.ts'
import { modelRecord } from './modelRecord.ts'

const LIMITED = [
  'width',
  'height',
  'steps',
  'guidance',
  'frames',
  'fps',
  'text',
  'speed',
  'caption',
  'duration',
  'bpm',
  'scale',
  'ref_audio_duration',
]
const LIMITS = [
  ...LIMITED.flatMap((name) => [`min_${name}`, `max_${name}`]),
  'max_input_images',
  'max_video_duration_seconds',
]

const limit = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 2500 }) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 60 }) },
  { weight: 1, arbitrary: fc.double({ min: 0, max: 30, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(0, -1, 1e9, 1e300, Infinity, -Infinity, Number.NaN, 2 ** 53) },
)
const step = fc.oneof(
  fc.constantFrom(1, 8, 16, 64, 128, 100, 0, -8, 0.5, 1e12),
  fc.integer({ min: 1, max: 3000 }),
)

/** Sometimes both limits of a pair are equal, for fixed fields. */
const limits = fc
  .tuple(fc.dictionary(fc.constantFrom(...LIMITS), limit), fc.option(step), fc.boolean())
  .map(([pairs, grid, same]) => {
    const found: Record<string, number> = { ...pairs, ...(grid !== null && { resolution_step: grid }) }
    for (const [key, value] of Object.entries(pairs))
      if (same && key.startsWith('min_')) found[key.replace('min_', 'max_')] = value
    return found
  })

const defaults = fc.dictionary(
  fc.constantFrom(
    'width',
    'height',
    'steps',
    'guidance',
    'frames',
    'fps',
    'speed',
    'duration',
    'negative_prompt',
    'lang',
    'voice',
    'format',
    'sample_rate',
  ),
  fc.oneof(
    limit,
    fc.string(),
    fc.constantFrom('768', '4', '3.5', '', 'null', 'Negative prompt', true, 'mp3'),
  ),
)

const FEATURES = [
  'steps',
  'guidance',
  'negative_prompt',
  'custom_output_size',
  'last_frame',
  'custom_voice',
  'voice_clone',
  'voice_design',
]
const flags = fc.constantFrom(...FEATURES.map((feature) => `supports_${feature}`))
const features = fc.dictionary(flags, fc.boolean())

const lists = fc.dictionary(
  fc.constantFrom('output_formats', 'available_ratios', 'languages'),
  fc.array(fc.oneof(fc.constantFrom('mp3', 'wav', 24_000, '44100', ''), fc.string()), { maxLength: 3 }),
)

const loras = fc.array(fc.record({ name: fc.string({ minLength: 1 }), label: fc.string() }), { maxLength: 4 })

const slug = fc.string({ minLength: 1, maxLength: 5 }).filter((text) => text.trim() !== '')
const voices = fc.array(fc.record({ name: fc.string(), slug, gender: fc.option(fc.constant('f')) }), {
  maxLength: 3,
})
const languages = fc.array(fc.record({ name: fc.string(), slug, voices }), { maxLength: 3 })

/** Any record that a service might list: limits that are missing, reversed, equal or huge; defaults of any kind; any features. */
export const anyModelRecord: fc.Arbitrary<ModelRecord> = fc
  .record({ limits, defaults, features, lists, loras, languages })
  .map((facts) => modelRecord(facts))

/** The same as input of the parser: values as strings, and the empty values that a service sends instead of an object. */
export const anyRawModel: fc.Arbitrary<unknown> = fc
  .record({
    limits,
    defaults,
    features,
    asText: fc.boolean(),
    info: fc.constantFrom('complete', [], null, {}),
  })
  .map(({ limits, defaults, features, asText, info }) => ({
    slug: 'raw',
    info:
      info === 'complete'
        ? { limits: asText ? texts(limits) : limits, defaults: texts(defaults), features: texts(features) }
        : info,
    loras: null,
    languages: info === null ? null : [],
  }))

const texts = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)]))
