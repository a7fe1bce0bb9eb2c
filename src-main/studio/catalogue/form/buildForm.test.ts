import { expect, test } from 'vitest'
import {
  type Field,
  type FieldKind,
  type FieldOf,
  type Form,
  formSchema,
} from '../../../../src-preload/contract/types/form.ts'
import { modelRecord } from '../../testing/modelRecord.ts'
import { buildForm } from './buildForm.ts'
import type { Operation } from '../Operation.ts'
import { txt2audio } from '../rows/audioOperations.ts'
import { txt2img } from '../rows/imageOperations.ts'

const formOf = (facts: Parameters<typeof modelRecord>[0] = {}) => buildForm(txt2img, modelRecord(facts))

function fieldOf<K extends FieldKind>(form: Form, kind: K, name: string): FieldOf<K> {
  const isWanted = (field: Field): field is FieldOf<K> => field.kind === kind && field.name === name
  const field = form.fields.find(isWanted)
  if (!field) throw new Error(`no ${kind} field ${name}`)
  return field
}

test('uses the bounds of the spec for a model that publishes nothing', () => {
  const form = formOf()
  expect(() => formSchema.parse(form)).not.toThrow()
  expect(form.fields.map(({ name, label, section }) => [name, label, section])).toEqual([
    ['prompt', 'Prompt', 'main'],
    ['negative_prompt', 'Negative prompt', 'main'],
    ['size', 'Size', 'main'],
    ['steps', 'Steps', 'main'],
    ['guidance', 'Guidance', 'main'],
    ['seed', 'Seed', 'main'],
    ['webhook_url', 'Webhook URL', 'advanced'],
  ])
  expect(fieldOf(form, 'size', 'size')).toMatchObject({
    width: { min: 256, max: 2048 },
    height: { min: 256, max: 2048 },
  })
  expect(fieldOf(form, 'integer', 'steps')).toMatchObject({ min: 1, max: 50 })
  expect(fieldOf(form, 'number', 'guidance')).toMatchObject({ min: 0, max: 20 })
  expect(form.defaults).toEqual({ width: 1024, height: 1024, steps: 8, guidance: 1 })
})

test("replaces the limits and defaults of the spec with the model's", () => {
  const form = formOf({
    limits: {
      min_width: 128,
      max_width: 1536,
      min_height: 128,
      max_height: 1536,
      resolution_step: 16,
      min_steps: 2,
      max_steps: 10,
    },
    defaults: { width: 768, height: 512, steps: 4, negative_prompt: 'blurry' },
  })
  expect(fieldOf(form, 'size', 'size').width).toEqual({ min: 128, max: 1536, step: 16 })
  expect(fieldOf(form, 'integer', 'steps')).toMatchObject({ min: 2, max: 10 })
  expect(form.defaults).toEqual({ negative_prompt: 'blurry', width: 768, height: 512, steps: 4, guidance: 1 })
})

test('moves limits to multiples of the step inside them', () => {
  const form = formOf({
    limits: { min_width: 250, max_width: 852, min_height: 250, max_height: 852, resolution_step: 128 },
    defaults: { width: 852, height: 300 },
  })
  expect(fieldOf(form, 'size', 'size').width).toEqual({ min: 256, max: 768, step: 128 })
  expect(form.defaults).toMatchObject({ width: 768, height: 256 })
})

test('drops a step without a multiple inside the limits', () => {
  const { width, height } = fieldOf(
    formOf({
      limits: { min_width: 130, max_width: 200, min_height: 300, max_height: 300, resolution_step: 128 },
    }),
    'size',
    'size',
  )
  expect(width).toEqual({ min: 130, max: 200 })
  expect(height).toEqual({ min: 300, max: 300, fixed: 300 })
})

test('makes a field with equal limits fixed', () => {
  const form = formOf({
    limits: {
      min_steps: 4,
      max_steps: 4,
      min_width: 1344,
      max_width: 1344,
      min_height: 768,
      max_height: 768,
    },
    defaults: { steps: 30 },
  })
  expect(fieldOf(form, 'integer', 'steps').fixed).toBe(4)
  expect(fieldOf(form, 'size', 'size')).toMatchObject({
    width: { fixed: 1344 },
    height: { fixed: 768 },
    presets: [],
  })
  expect(form.defaults).toMatchObject({ steps: 4, width: 1344, height: 768 })
})

test('swaps reversed limits and ignores invalid ones', () => {
  const form = formOf({
    limits: {
      min_steps: 10,
      max_steps: 2,
      max_width: 1e15,
      min_width: Number.NaN,
      max_height: -5,
      min_guidance: Infinity,
    },
  })
  expect(fieldOf(form, 'integer', 'steps')).toMatchObject({ min: 2, max: 10 })
  expect(fieldOf(form, 'size', 'size')).toMatchObject({
    width: { min: 256, max: 2048 },
    height: { min: 256, max: 2048 },
  })
  expect(fieldOf(form, 'number', 'guidance')).toMatchObject({ min: 0, max: 20 })
})

test('lets a single limit override the opposite bound of the spec', () => {
  const form = formOf({ limits: { min_steps: 60, max_width: 200 } })
  expect(fieldOf(form, 'integer', 'steps').fixed).toBe(60)
  expect(fieldOf(form, 'size', 'size').width).toEqual({ min: 200, max: 200, fixed: 200 })
})

test('removes the field of an unsupported feature and sends its required value as a constant', () => {
  const form = formOf({
    features: { supports_steps: false, supports_guidance: false, supports_negative_prompt: false },
    limits: { min_steps: 8, max_steps: 8 },
    defaults: { negative_prompt: 'ugly' },
  })
  expect(form.fields.map(({ name }) => name)).toEqual(['prompt', 'size', 'seed', 'webhook_url'])
  expect(form.constants).toEqual({ steps: 8, guidance: 0 })
  expect(form.defaults).not.toHaveProperty('negative_prompt')
})

test('keeps the constant of an unsupported field inside the published limits', () => {
  const features = { supports_guidance: false, supports_steps: false }
  expect(
    formOf({ features, limits: { min_guidance: 1, max_guidance: 1 }, defaults: { steps: 5 } }).constants,
  ).toEqual({
    guidance: 1,
    steps: 5,
  })
})

test('sends the default size to a model without custom sizes and offers no size field', () => {
  const form = formOf({
    features: { supports_custom_output_size: false },
    defaults: { width: 1344, height: 768 },
  })
  expect(form.fields.map(({ kind }) => kind)).not.toContain('size')
  expect(form.constants).toEqual({ width: 1344, height: 768 })
})

test.each(['Negative prompt', 'negative_prompt', 'Enter your negative prompt here…', '  '])(
  'does not use the placeholder %j as the default negative prompt',
  (text) => {
    expect(formOf({ defaults: { negative_prompt: text } }).defaults).not.toHaveProperty('negative_prompt')
  },
)

test('does not offer to split the text if the operation has a seed field', () => {
  const [text] = txt2audio.fields
  if (!text) throw new Error('no field')
  const seed = txt2img.fields.filter(({ kind }) => kind === 'seed')
  const isSplitOffered = (operation: Operation) =>
    fieldOf(buildForm(operation, modelRecord({})), 'text', 'text').split === true
  expect(isSplitOffered({ ...txt2audio, fields: [text] })).toBe(true)
  expect(isSplitOffered({ ...txt2audio, fields: [text, ...seed] })).toBe(false)
})

test('offers each LoRA of a model once', () => {
  const lora = { name: 'ink', label: 'Ink' }
  expect(fieldOf(formOf({ loras: [lora, lora] }), 'loras', 'loras').options).toEqual([lora])
})
