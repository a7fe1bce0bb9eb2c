import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formErrors, StudioError } from '../../../src-preload/contract/errors.ts'
import { formSchema, valuesSchema, type Values } from '../../../src-preload/contract/types/form.ts'
import type { ModelRecord } from '../models/ModelRecord.ts'
import type { WireRequest } from '../service/Exchange.ts'
import { anyModelRecord } from '../testing/anyModelRecord.ts'
import { buildForm } from './buildForm.ts'
import { buildPriceRequest } from './buildPriceRequest.ts'
import { buildRequest } from './buildRequest.ts'
import { carryValues } from './carryValues.ts'
import { checkValues } from './checkValues.ts'
import { completeValues } from './completeValues.ts'
import { operations } from './operations.ts'
import { priceKey } from './priceKey.ts'

const runs = { numRuns: 2000 }
const anyOperation = fc.constantFrom(...operations)
const random = () => 0.25

/** A value some entry might hold after typing, pasting, importing or an older version. */
const anyEntry = fc.oneof(
  fc.integer({ min: -10, max: 3000 }),
  fc.double(),
  fc.string(),
  fc.constantFrom(null, true, 512, 768, 1024, 1, 4, 0, -1, 1e21),
  fc.array(fc.record({ name: fc.string(), weight: fc.double({ min: -1, max: 3 }) }), { maxLength: 3 }),
)
const NAMES = [
  'prompt',
  'negative_prompt',
  'width',
  'height',
  'steps',
  'guidance',
  'seed',
  'loras',
  'webhook_url',
]
const anyValues = fc
  .dictionary(fc.constantFrom(...NAMES, 'strength'), anyEntry)
  .map((values): Values => values)

test('Every model gives a form of the contract whose completed defaults run once there is a prompt', () => {
  fc.assert(
    fc.property(anyOperation, anyModelRecord, (operation, record) => {
      const form = buildForm(operation, record)
      formSchema.parse(form)
      const complete = completeValues(form, { [operation.title]: 'a fox' }, random)
      expect(checkValues(form, complete)).toEqual([])
      expect(bodyOf(buildRequest(operation, form, complete))).toMatchObject({ model: record.slug })
      buildPriceRequest(operation, form, {})
    }),
    runs,
  )
})

const SIZED = ['width', 'height', 'steps', 'guidance']
/** Entries put just below, on or above a published limit. */
const anyEdges = fc.array(
  fc.tuple(fc.constantFrom(...SIZED), fc.constantFrom('min_', 'max_'), fc.constantFrom(-1, 0, 1)),
  { maxLength: 4 },
)

test('No request outside the published limits can be made, whatever is entered', () => {
  let made = 0
  const attempt = fc.record({
    record: anyModelRecord,
    values: anyValues,
    edges: anyEdges,
    carried: fc.boolean(),
  })
  fc.assert(
    fc.property(anyOperation, attempt, (operation, { record, values, edges, carried }) => {
      const form = buildForm(operation, record)
      const typed = carried ? carryValues(operation, form, values).values : values
      const entered: Values = { prompt: 'a fox', ...typed }
      for (const [name, end, by] of edges) entered[name] = (record.limits[end + name] ?? 0) + by
      const complete = completeValues(form, entered, random)
      const request = tried(() => buildRequest(operation, form, complete))
      expect(request === null).toBe(checkValues(form, complete).length > 0)
      if (request) made++
      expect(request ? outside(record, bodyOf(request)) : []).toEqual([])
    }),
    runs,
  )
  expect(made).toBeGreaterThan(runs.numRuns / 10)
})

test('Carrying to a model twice changes nothing more, and only words can be left wrong', () => {
  fc.assert(
    fc.property(anyOperation, anyModelRecord, anyValues, (operation, record, values) => {
      const form = buildForm(operation, record)
      const once = carryValues(operation, form, values)
      expect(carryValues(operation, form, once.values)).toEqual({ values: once.values, resets: [] })
      const left = checkValues(form, completeValues(form, once.values, random)).map((issue) => issue.field)
      expect(left.filter((field) => !['prompt', 'negative_prompt', 'webhook_url'].includes(field))).toEqual(
        [],
      )
    }),
    runs,
  )
})

test('The same values in another order of keys give the same text and the same price key', () => {
  fc.assert(
    fc.property(anyOperation, anyModelRecord, anyValues, (operation, record, values) => {
      const form = buildForm(operation, record)
      const one = completeValues(
        form,
        { prompt: 'a fox', ...carryValues(operation, form, values).values },
        random,
      )
      fc.pre(checkValues(form, one).length === 0)
      const other = reversedKeys(one)
      expect(buildRequest(operation, form, other).text).toBe(buildRequest(operation, form, one).text)
      expect(priceKey('c', operation, form, other)).toBe(priceKey('c', operation, form, one))
    }),
    { ...runs, maxSkipsPerRun: 1000 },
  )
})

test('Equal price keys mean equal priced parts of the price bodies', () => {
  fc.assert(
    fc.property(anyModelRecord, fc.string(), fc.nat(), (record, prompt, seed) => {
      const [operation] = operations
      if (!operation) return
      const form = buildForm(operation, record)
      const priced = (values: Values) => {
        const body = bodyOf(buildPriceRequest(operation, form, values))
        return [body['model'], body['width'], body['height'], body['steps'], body['loras']]
      }
      const edited = { prompt, seed, negative_prompt: prompt }
      expect(priceKey('c', operation, form, edited)).toBe(priceKey('c', operation, form, {}))
      expect(priced(edited)).toEqual(priced({}))
    }),
  )
})

const bodyOf = (request: WireRequest): Values => valuesSchema.parse(JSON.parse(request.text))

/** Null where the request is refused as invalid. */
function tried(make: () => WireRequest): WireRequest | null {
  try {
    return make()
  } catch (error) {
    if (error instanceof StudioError && error.problem.code === formErrors.invalidForm) return null
    throw error
  }
}

/** Numbers of the body outside the limits as published, where those make sense for their kind. */
function outside({ limits }: ModelRecord, body: Values): string[] {
  return SIZED.filter((name) => {
    const value = body[name]
    const published = [limits[`min_${name}`], limits[`max_${name}`]]
    const most = name === 'guidance' ? 100 : 1000
    const sane = (limit: number | undefined) => limit === undefined || (limit >= 1 && limit <= most)
    if (typeof value !== 'number') return true
    if (!published.every(sane)) return false
    const [low = -Infinity, high = Infinity] = published
    const [min, max] = low <= high ? [low, high] : [high, low]
    const empty = name !== 'guidance' && Math.ceil(min) > Math.floor(max)
    return !empty && (value < min || value > max)
  })
}

/** The same value with the keys of every object the other way round. */
function reversed(value: Values[string]): Values[string] {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return reversedKeys(value)
}

const reversedKeys = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values)
      .reverse()
      .map(([key, inner]) => [key, reversed(inner)]),
  )
