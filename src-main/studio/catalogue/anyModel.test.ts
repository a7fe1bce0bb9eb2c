import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formErrors } from '../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../src-preload/shared/StudioError.ts'
import { formSchema, valuesSchema, type Values } from '../../../src-preload/contract/types/form.ts'
import { type ModelRecord, parseModelRecord } from '../service/models/ModelRecord.ts'
import type { WireRequest } from '../service/http/Exchange.ts'
import { anyModelRecord, anyRawModel } from './fixtures/anyModelRecord.ts'
import { fillForm } from './fixtures/inputFiles.ts'
import { buildForm } from './form/buildForm.ts'
import { buildPriceRequest, priceKey } from './requests/buildPriceRequest.ts'
import { buildRequest } from './requests/buildRequest.ts'
import { adaptValues } from './values/adaptValues.ts'
import { checkValues, completeValues } from './values/checkValues.ts'
import { builtInOperations as operations } from './rows/builtInOperations.ts'
import { txt2img } from './rows/imageOperations.ts'
import { entriesOf } from './form/entries.ts'
import type { Operation } from './Operation.ts'

const runs = { numRuns: 2000 }
const anyOperation = fc.constantFrom(...operations)
const random = () => 0.25

/** Any value that an entry may have after typing, pasting, importing or an update. */
const anyEntry = fc.oneof(
  fc.integer({ min: -10, max: 3000 }),
  fc.double(),
  fc.string(),
  fc.constantFrom(null, true, 512, 768, 1024, 1, 4, 0, -1, 1e21),
  fc.constantFrom('voice_clone', 'custom_voice', 'mp3', 'https://example.org', 24_000),
  fc.array(fc.record({ name: fc.string(), weight: fc.double({ min: -1, max: 3 }) }), { maxLength: 3 }),
  fc.array(fc.constantFrom('gone', 'file-of-image', 'file-of-audio'), { maxLength: 3 }),
)
const NAMES = [
  ...new Set(operations.flatMap(({ fields }) => fields.flatMap(entriesOf)).map(({ name }) => name)),
]
const anyValues = fc
  .dictionary(fc.constantFrom(...NAMES, 'strength'), anyEntry)
  .map((values): Values => values)

const expectToRun = (operation: Operation, record: ModelRecord): void => {
  const form = buildForm(operation, record)
  formSchema.parse(form)
  const { values, find } = fillForm(form)
  const complete = completeValues(form, values, random)
  expect(checkValues(form, complete, find)).toEqual([])
  expect(bodyOf(buildRequest(operation, form, complete, find))).toMatchObject({ model: record.slug })
  expect(bodyOf(buildPriceRequest(operation, form, values, find))).toMatchObject({ model: record.slug })
}

test('builds a valid form for every model whose defaults and required input make a valid request', () => {
  let run = 0
  fc.assert(
    fc.property(anyOperation, anyModelRecord, (operation, record) => {
      expectToRun(operation, record)
      run++
    }),
    runs,
  )
  expect(run).toBe(runs.numRuns)
})

test('builds a valid form for any raw record that the service may send', () => {
  fc.assert(
    fc.property(anyOperation, anyRawModel, (operation, raw) => {
      const record = parseModelRecord(raw)
      expect(record).not.toBeNull()
      if (record) expectToRun(operation, record)
    }),
    runs,
  )
})

/** Names in requests, their limits in the model, and the maximum of a sane limit. */
const LIMITED: { wire: string; limit: string; maxSane: number; isInteger: boolean }[] = [
  { wire: 'width', limit: 'width', maxSane: 1000, isInteger: true },
  { wire: 'height', limit: 'height', maxSane: 1000, isInteger: true },
  { wire: 'steps', limit: 'steps', maxSane: 1000, isInteger: true },
  { wire: 'inference_steps', limit: 'steps', maxSane: 1000, isInteger: true },
  { wire: 'guidance', limit: 'guidance', maxSane: 100, isInteger: false },
  { wire: 'guidance_scale', limit: 'guidance', maxSane: 100, isInteger: false },
  { wire: 'frames', limit: 'frames', maxSane: 1000, isInteger: true },
  { wire: 'fps', limit: 'fps', maxSane: 240, isInteger: true },
  { wire: 'speed', limit: 'speed', maxSane: 20, isInteger: false },
  { wire: 'duration', limit: 'duration', maxSane: 1000, isInteger: true },
  { wire: 'bpm', limit: 'bpm', maxSane: 1000, isInteger: true },
  { wire: 'scale', limit: 'scale', maxSane: 16, isInteger: true },
  { wire: 'caption', limit: 'caption', maxSane: 1000, isInteger: true },
  { wire: 'text', limit: 'text', maxSane: 1000, isInteger: true },
]
const ENTRIES = ['width', 'height', 'steps', 'guidance', 'frames', 'fps', 'speed', 'duration', 'bpm', 'scale']
/** Entries just below, at or above a published limit. */
const anyEdges = fc.array(
  fc.tuple(fc.constantFrom(...ENTRIES), fc.constantFrom('min_', 'max_'), fc.constantFrom(-1, 0, 1)),
  { maxLength: 4 },
)

test('builds no request outside the published limits, whatever is entered', () => {
  const sentCounts = new Map<string, number>()
  const attempt = fc.record({
    record: anyModelRecord,
    values: anyValues,
    limitOffsets: anyEdges,
    isAdapted: fc.boolean(),
  })
  fc.assert(
    fc.property(anyOperation, attempt, (operation, { record, values, limitOffsets, isAdapted }) => {
      const form = buildForm(operation, record)
      const filled = fillForm(form)
      const typed = isAdapted ? adaptValues(operation, form, values, filled.find).values : values
      const entered: Values = { ...typed, ...filled.values }
      const known = new Set(form.fields.flatMap((field) => entriesOf(field).map(({ name }) => name)))
      for (const [name, end, offset] of limitOffsets)
        if (known.has(name)) entered[name] = (record.limits[end + name] ?? 0) + offset
      const complete = completeValues(form, entered, random)
      const request = requestOrNull(() => buildRequest(operation, form, complete, filled.find))
      expect(request === null).toBe(checkValues(form, complete, filled.find).length > 0)
      if (request) sentCounts.set(operation.id, (sentCounts.get(operation.id) ?? 0) + 1)
      expect(request ? namesOutsideLimits(record, bodyOf(request)) : []).toEqual([])
    }),
    { numRuns: 5000 },
  )
  expect(operations.filter(({ id }) => (sentCounts.get(id) ?? 0) < 20).map(({ id }) => id)).toEqual([])
})

const INPUT_KINDS = new Set(['text', 'url', 'file', 'parameters'])

test('adapts values idempotently and leaves only texts, URLs, files and additional parameters invalid', () => {
  fc.assert(
    fc.property(anyOperation, anyModelRecord, anyValues, (operation, record, values) => {
      const form = buildForm(operation, record)
      const once = adaptValues(operation, form, values)
      expect(adaptValues(operation, form, once.values)).toEqual({ values: once.values, resets: [] })
      const issues = checkValues(form, completeValues(form, once.values, random))
      const kinds = issues.map((issue) => form.fields.find((field) => field.name === issue.field)?.kind ?? '')
      expect(kinds.filter((kind) => !INPUT_KINDS.has(kind))).toEqual([])
    }),
    runs,
  )
})

test('gives the same request and price key for any order of keys', () => {
  fc.assert(
    fc.property(anyOperation, anyModelRecord, anyValues, (operation, record, values) => {
      const form = buildForm(operation, record)
      const { values: needed, find } = fillForm(form)
      const adapted = adaptValues(operation, form, values, find).values
      const complete = completeValues(form, { ...adapted, ...needed }, random)
      fc.pre(checkValues(form, complete, find).length === 0)
      const reversedOrder = reversedKeys(complete)
      expect(buildRequest(operation, form, reversedOrder, find)).toEqual(
        buildRequest(operation, form, complete, find),
      )
      expect(priceKey('c', operation, form, reversedOrder, find)).toBe(
        priceKey('c', operation, form, complete, find),
      )
    }),
    { ...runs, maxSkipsPerRun: 1000 },
  )
})

test('keeps the price key and the priced parameters when the prompt, the negative prompt or the seed changes', () => {
  fc.assert(
    fc.property(anyModelRecord, fc.string(), fc.nat(), (record, prompt, seed) => {
      const form = buildForm(txt2img, record)
      const priced = (values: Values) => {
        const body = bodyOf(buildPriceRequest(txt2img, form, values))
        return [body['model'], body['width'], body['height'], body['steps'], body['loras']]
      }
      const edited = { prompt, seed, negative_prompt: prompt }
      expect(priceKey('c', txt2img, form, edited)).toBe(priceKey('c', txt2img, form, {}))
      expect(priced(edited)).toEqual(priced({}))
    }),
  )
})

const bodyOf = (request: WireRequest): Values => valuesSchema.parse(JSON.parse(request.text))

/** Null when the request is rejected as invalid. */
function requestOrNull(make: () => WireRequest): WireRequest | null {
  try {
    return make()
  } catch (error) {
    if (error instanceof StudioError && error.problem.code === formErrors.invalidForm) return null
    throw error
  }
}

/** Names in the body whose value or length is outside the published limits, if those limits are sane. */
function namesOutsideLimits({ limits }: ModelRecord, body: Values): string[] {
  return LIMITED.filter(({ wire, limit, maxSane, isInteger }) => {
    const sent = body[wire]
    const value = typeof sent === 'string' ? Array.from(sent).length : sent
    const published = [limits[`min_${limit}`], limits[`max_${limit}`]]
    if (value === undefined) return false
    if (typeof value !== 'number') return true
    if (!published.every((end) => end === undefined || (end >= 1 && end <= maxSane))) return false
    const [low = -Infinity, high = Infinity] = published
    const [min, max] = low <= high ? [low, high] : [high, low]
    const empty = isInteger && Math.ceil(min) > Math.floor(max)
    return !empty && (value < min || value > max)
  }).map(({ wire }) => wire)
}

/** The same value with the keys of every object reversed. */
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
