import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseModelRecord } from './ModelRecord.ts'

const parse = (facts: Record<string, unknown>) => parseModelRecord({ slug: 's', name: 'S', ...facts })
const info = (facts: Record<string, unknown>) => parse({ info: facts })

it('parses the model of the specification', () => {
  expect(
    parseModelRecord({
      name: 'Paint One',
      slug: 'paint-one',
      inference_types: ['txt2img', 'img2img'],
      info: {
        limits: { min_width: 256, max_width: 2048, resolution_step: 16, max_steps: 8 },
        features: { supports_steps: true, supports_guidance: false },
        defaults: { width: 768, height: 768, steps: 4, negative_prompt: '' },
      },
      loras: [{ display_name: 'Ink', name: 'ink-v1' }],
      languages: null,
    }),
  ).toEqual({
    slug: 'paint-one',
    name: 'Paint One',
    inferenceTypes: ['txt2img', 'img2img'],
    limits: { min_width: 256, max_width: 2048, resolution_step: 16, max_steps: 8 },
    lists: {},
    features: { supports_steps: true, supports_guidance: false },
    defaults: { width: 768, height: 768, steps: 4, negative_prompt: '' },
    loras: [{ name: 'ink-v1', label: 'Ink' }],
    languages: [],
  })
})

it.each([
  { info: [] },
  { info: null },
  { info: 'x' },
  {},
  { info: { limits: [], features: null, defaults: 7 } },
])('accepts an empty or invalid info: %j', (facts) =>
  expect(parse(facts)).toMatchObject({ limits: {}, lists: {}, features: {}, defaults: {} }),
)

it.each([
  undefined,
  null,
  7,
  'x',
  [],
  {},
  { slug: '' },
  { slug: '  ' },
  { slug: null, name: 'N' },
  { slug: {} },
])('returns null without a slug: %j', (raw) => expect(parseModelRecord(raw)).toBeNull())

it('uses the slug as the name if there is none, and converts a numeric slug to text', () => {
  expect(parse({ name: null })?.name).toBe('s')
  expect(parse({ name: {} })?.name).toBe('s')
  expect(parseModelRecord({ slug: 42 })).toMatchObject({ slug: '42', name: '42' })
})

it.each([
  [
    ['txt2img', ' img2img ', 'txt2img'],
    ['txt2img', 'img2img'],
  ],
  [{ txt2img: 'Text to image', img2img: false }, ['txt2img']],
  ['txt2img, img2img', ['txt2img', 'img2img']],
  [['brand_new_type', 7, null], ['brand_new_type']],
  [null, []],
  [undefined, []],
  [7, []],
])('parses inference types %j as %j', (inference_types, types) =>
  expect(parse({ inference_types })?.inferenceTypes).toEqual(types),
)

describe('limits', () => {
  it('are parsed from numbers and numeric strings', () => {
    const limits = { a: 1, b: '2', c: '0.5', d: 'x', e: null, f: true, g: '', h: {}, i: '1e3' }
    expect(info({ limits })?.limits).toEqual({ a: 1, b: 2, c: 0.5, i: 1000 })
  })

  it('may be lists', () => {
    const limits = { output_formats: ['mp3', 'wav', null], available_ratios: [24000, {}], empty: [] }
    expect(info({ limits })?.lists).toEqual({
      output_formats: ['mp3', 'wav'],
      available_ratios: [24000],
      empty: [],
    })
    expect(info({ limits })?.limits).toEqual({})
  })

  it('accept only plain keys', () => {
    const limits: unknown = JSON.parse('{"__proto__": 5, "a b": 1, "ok": 2}')
    expect(Object.entries(info({ limits })?.limits ?? {})).toEqual([['ok', 2]])
  })
})

it('parses features from booleans, numbers and strings', () => {
  const features = {
    a: true,
    b: 1,
    c: '1',
    d: 'true',
    e: false,
    f: 0,
    g: '0',
    h: 'False',
    i: null,
    j: 'maybe',
    k: 2,
  }
  expect(info({ features })?.features).toEqual({
    a: true,
    b: true,
    c: true,
    d: true,
    e: false,
    f: false,
    g: false,
    h: false,
  })
})

it('keeps defaults that are texts, numbers and booleans unchanged, and leaves out others', () => {
  const defaults = { width: '768', steps: 4, lang: 'English', flag: false, none: null, deep: {}, list: [1] }
  expect(info({ defaults })?.defaults).toEqual({ width: '768', steps: 4, lang: 'English', flag: false })
})

it.each([
  [
    [{ name: 'a', display_name: 'A' }, { name: 'b' }, { display_name: 'C' }, null, 'd', { name: 'a' }],
    ['A', 'b', 'd'],
  ],
  [null, []],
  [undefined, []],
  [{}, []],
])('parses LoRAs %j', (loras, labels) =>
  expect(parse({ loras })?.loras.map((lora) => lora.label)).toEqual(labels),
)

it('parses incomplete languages and voices', () => {
  const languages = [
    {
      name: 'English',
      slug: 'en-us',
      voices: [{ name: 'Bella', slug: 'af_bella', gender: 'f' }, { slug: 'am_adam', gender: null }, {}],
    },
    { name: 'Chinese', voices: null },
    'pl',
    {},
    7,
  ]
  expect(parse({ languages })?.languages).toEqual([
    {
      name: 'English',
      slug: 'en-us',
      voices: [
        { name: 'Bella', slug: 'af_bella', gender: 'f' },
        { name: 'am_adam', slug: 'am_adam', gender: null },
      ],
    },
    { name: 'Chinese', slug: 'Chinese', voices: [] },
    { name: 'pl', slug: 'pl', voices: [] },
  ])
})

it('limits the size of lists', () => {
  const many = Array.from({ length: 10_000 }, (_, i) => ({ name: `n${i}` }))
  const limits = Object.fromEntries(many.map(({ name }, i) => [name, i]))
  const record = parse({ loras: many, languages: many, info: { limits } })
  expect(record?.loras).toHaveLength(2_000)
  expect(record?.languages).toHaveLength(2_000)
  expect(Object.keys(record?.limits ?? {})).toHaveLength(2_000)
})

it('never throws and returns values of the declared types', () => {
  const part = fc.oneof({ maxDepth: 3 }, fc.jsonValue(), fc.constantFrom([], {}, null, '1', 'true', 0, -0))
  const raw = fc.record(
    {
      slug: fc.oneof(fc.string(), part),
      name: part,
      inference_types: part,
      info: fc.oneof(part, fc.record({ limits: part, features: part, defaults: part }, { requiredKeys: [] })),
      loras: fc.oneof(part, fc.array(part)),
      languages: fc.oneof(part, fc.array(part)),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.oneof(raw, fc.anything()), (value) => {
      const record = parseModelRecord(value)
      if (!record) return
      expect(record.slug).not.toBe('')
      expect(record.name).not.toBe('')
      expect(Object.values(record.limits).every(Number.isFinite)).toBe(true)
      expect(Object.values(record.features).every((one) => typeof one === 'boolean')).toBe(true)
      const kept = JSON.stringify(value)
      expect(JSON.stringify(parseModelRecord(JSON.parse(kept)))).toBe(JSON.stringify(record))
    }),
    { numRuns: 500 },
  )
})
