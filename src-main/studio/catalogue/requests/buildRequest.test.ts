import { expect, test } from 'vitest'
import type { Values } from '../../../../src-preload/contract/types/form.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import { modelRecord } from '../../testing/modelRecord.ts'
import { buildForm } from '../form/buildForm.ts'
import { buildPriceRequest, priceKey } from './buildPriceRequest.ts'
import { buildRequest } from './buildRequest.ts'
import { mapPriceRejection } from './mapFieldErrors.ts'
import { completeValues } from '../values/checkValues.ts'
import { Catalogue } from '../Catalogue.ts'
import { txt2img } from '../rows/imageOperations.ts'

const plain = modelRecord({ slug: 'm' })
const withLoras = modelRecord({
  slug: 'm',
  loras: [
    { name: 'ink', label: 'Ink' },
    { name: 'oil', label: 'Oil' },
  ],
})
const bare = modelRecord({
  slug: 'm',
  limits: { min_steps: 4, max_steps: 4 },
  features: { supports_guidance: false, supports_steps: false, supports_negative_prompt: false },
})
const values: Values = { prompt: 'a fox', width: 768, height: 512, steps: 4, guidance: 3.5, seed: 42 }

interface Case {
  sent: string
  model?: typeof plain
  values: Values
  wire: string
  price: string
}

const cases: Case[] = [
  {
    sent: 'every required field',
    values,
    wire: '{"model":"m","prompt":"a fox","width":768,"height":512,"steps":4,"guidance":3.5,"seed":42}',
    price: '{"model":"m","prompt":"a fox","width":768,"height":512,"steps":4,"guidance":3.5,"seed":42}',
  },
  {
    sent: 'every field, and no webhook in the price body',
    model: withLoras,
    values: {
      webhook_url: ' https://relay.example/hook ',
      loras: [
        { weight: 0.8, name: 'oil' },
        { name: 'ink', weight: 1 },
      ],
      negative_prompt: 'blurry',
      ...values,
    },
    wire: '{"model":"m","prompt":"a fox","negative_prompt":"blurry","width":768,"height":512,"steps":4,"guidance":3.5,"seed":42,"loras":[{"name":"oil","weight":0.8},{"name":"ink","weight":1}],"webhook_url":"https://relay.example/hook"}',
    price:
      '{"model":"m","prompt":"a fox","negative_prompt":"blurry","width":768,"height":512,"steps":4,"guidance":3.5,"seed":42,"loras":[{"name":"oil","weight":0.8},{"name":"ink","weight":1}]}',
  },
  {
    sent: 'no empty optional field',
    model: withLoras,
    values: { ...values, negative_prompt: '  ', webhook_url: '', loras: [] },
    wire: '{"model":"m","prompt":"a fox","width":768,"height":512,"steps":4,"guidance":3.5,"seed":42}',
    price: '{"model":"m","prompt":"a fox","width":768,"height":512,"steps":4,"guidance":3.5,"seed":42}',
  },
  {
    sent: 'guidance 0 and the only steps where the model supports neither',
    model: bare,
    values: { prompt: 'a fox', width: 768, height: 512, seed: 42 },
    wire: '{"model":"m","prompt":"a fox","width":768,"height":512,"steps":4,"guidance":0,"seed":42}',
    price: '{"model":"m","prompt":"a fox","width":768,"height":512,"steps":4,"guidance":0,"seed":42}',
  },
]

test.each(cases)('sends $sent for text to image', ({ model = plain, values, wire, price }) => {
  const form = buildForm(txt2img, model)
  expect(buildRequest(txt2img, form, values)).toEqual({ path: 'txt2img', encoding: 'json', text: wire })
  expect(buildPriceRequest(txt2img, form, values)).toEqual({
    path: 'txt2img/price-calculation',
    encoding: 'json',
    text: price,
  })
})

test('builds a price request without a prompt, a seed or a complete webhook address', () => {
  const form = buildForm(txt2img, plain)
  expect(buildPriceRequest(txt2img, form, { prompt: '', guidance: 99, webhook_url: 'htt' }).text).toBe(
    '{"model":"m","prompt":"a picture","width":1024,"height":1024,"steps":8,"guidance":1,"seed":1}',
  )
})

test('builds no price request for a size or steps outside the limits', () => {
  const form = buildForm(txt2img, plain)
  for (const wrong of [{ width: 4096 }, { height: null }, { steps: 51 }, { steps: 2.5 }])
    expect(() => buildPriceRequest(txt2img, form, { ...values, ...wrong })).toThrow(StudioError)
})

test.each<[string, Values]>([
  ['no prompt', { ...values, prompt: ' ' }],
  ['no seed', { ...values, seed: null }],
  ['a width above the limit', { ...values, width: 2049 }],
  ['steps that are text', { ...values, steps: '4' }],
  ['an unknown field', { ...values, strength: 1 }],
  ['a webhook without TLS', { ...values, webhook_url: 'http://relay.example' }],
  ['a LoRA the model does not have', { ...values, loras: [{ name: 'ink', weight: 1 }] }],
  ['an inherited name', Object.fromEntries([['__proto__', 1], ...Object.entries(values)])],
])('builds no request with %s', (_, wrong) => {
  expect(() => buildRequest(txt2img, buildForm(txt2img, plain), wrong)).toThrow(StudioError)
})

test('adds defaults and a random seed for missing entries and keeps cleared ones empty', () => {
  const form = buildForm(txt2img, plain)
  expect(completeValues(form, { prompt: 'x', steps: null }, () => 0.5)).toEqual({
    prompt: 'x',
    width: 1024,
    height: 1024,
    steps: null,
    guidance: 1,
    seed: 1_073_741_824,
  })
  expect(completeValues(form, { seed: 7 }, () => 0.5)['seed']).toBe(7)
})

test('keeps a cleared optional value with a default empty, and leaves it out of the request and the price request', () => {
  const model = modelRecord({ slug: 'm', defaults: { negative_prompt: 'blurry' } })
  const form = buildForm(txt2img, model)
  const complete = completeValues(form, { ...values, negative_prompt: null }, () => 0.5)
  expect(complete['negative_prompt']).toBeNull()
  expect(buildRequest(txt2img, form, complete).text).not.toContain('negative_prompt')
  expect(buildPriceRequest(txt2img, form, complete).text).not.toContain('negative_prompt')
  expect(buildRequest(txt2img, form, values).text).toContain('"negative_prompt":"blurry"')
})

test('asks for a cleared optional value with a default that the service requires for a price', () => {
  const form = buildForm(txt2img, modelRecord({ slug: 'm', defaults: { negative_prompt: 'blurry' } }))
  const cleared = { ...values, negative_prompt: null }
  const fields = { negative_prompt: ['is required'] }
  const problem = { code: 'service_refused', money: 'not_charged', fields } as const
  const rejected = (entered: Values) => ({
    operation: txt2img,
    form,
    values: entered,
    request: buildPriceRequest(txt2img, form, entered),
  })
  expect(mapPriceRejection(rejected(cleared), problem)).toEqual({
    issues: [{ field: 'negative_prompt', code: 'required' }],
  })
  const params = { rejected: 'Negative prompt' }
  expect(mapPriceRejection(rejected(values), problem)).toEqual({ problem: { ...problem, params } })
})

test('changes the price key only with what the price depends on', () => {
  const form = buildForm(txt2img, withLoras)
  const key = (changes: Values, connection = 'c1') =>
    priceKey(connection, txt2img, form, { ...values, ...changes })
  const same: Values[] = [
    { prompt: 'another' },
    { negative_prompt: 'blurry' },
    { seed: 43 },
    { webhook_url: 'https://relay.example' },
    { loras: [] },
  ]
  for (const changes of same) expect(key(changes)).toBe(key({}))
  const other: Values[] = [
    { width: 512 },
    { height: 768 },
    { steps: 5 },
    { guidance: 9 },
    { loras: [{ name: 'ink', weight: 1 }] },
  ]
  expect(new Set([{}, ...other].map((changes) => key(changes))).size).toBe(other.length + 1)
  expect(key({}, 'c2')).not.toBe(key({}))
  expect(priceKey('c1', txt2img, buildForm(txt2img, modelRecord({ slug: 'n' })), values)).not.toBe(key({}))
})

test('gives a default and the same entered value the same price key', () => {
  const form = buildForm(txt2img, plain)
  expect(priceKey('c1', txt2img, form, {})).toBe(
    priceKey('c1', txt2img, form, { width: 1024, height: 1024, steps: 8 }),
  )
})

test('finds an operation by its id only', () => {
  const catalogue = new Catalogue()
  expect(catalogue.find('txt2img')?.name).toBe('Text to image')
  expect(catalogue.find('toString')).toBeUndefined()
})

test('finds no operation for an unknown inference type', () => {
  const catalogue = new Catalogue()
  expect(catalogue.findByType('txt2img')?.id).toBe('txt2img')
  expect(catalogue.findByType('txt2hologram')).toBeUndefined()
})
