import fc from 'fast-check'
import type { ModelRecord } from '../models/ModelRecord.ts'
import { modelRecord } from './modelRecord.ts'

const LIMITS = ['width', 'height', 'steps', 'guidance'].flatMap((name) => [`min_${name}`, `max_${name}`])

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

/** Both limits of a pair the same, now and then: fixed fields. */
const limits = fc
  .tuple(fc.dictionary(fc.constantFrom(...LIMITS), limit), fc.option(step), fc.boolean())
  .map(([pairs, grid, same]) => {
    const found: Record<string, number> = { ...pairs, ...(grid !== null && { resolution_step: grid }) }
    for (const [key, value] of Object.entries(pairs))
      if (same && key.startsWith('min_')) found[key.replace('min_', 'max_')] = value
    return found
  })

const defaultNames = fc.constantFrom('width', 'height', 'steps', 'guidance', 'negative_prompt')
const defaults = fc.dictionary(
  defaultNames,
  fc.oneof(limit, fc.string(), fc.constantFrom('768', '4', '3.5', '', 'null', 'Negative prompt', true)),
)

const flags = fc.constantFrom(
  'supports_steps',
  'supports_guidance',
  'supports_negative_prompt',
  'supports_custom_output_size',
)
const features = fc.dictionary(flags, fc.boolean())

const loras = fc.array(fc.record({ name: fc.string({ minLength: 1 }), label: fc.string() }), { maxLength: 4 })

/** Whatever a service might list: limits missing, reversed, equal, huge or none; defaults of any kind; any flags. */
export const anyModelRecord: fc.Arbitrary<ModelRecord> = fc
  .record({ limits, defaults, features, loras })
  .map((facts) => modelRecord(facts))
