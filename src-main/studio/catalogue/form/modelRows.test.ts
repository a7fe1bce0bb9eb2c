import { expect, test } from 'vitest'
import { formSchema, type Values } from '../../../../src-preload/contract/types/form.ts'
import { parseModelRecord } from '../../service/models/ModelRecord.ts'
import { buildForm } from './buildForm.ts'
import { buildPriceRequest, priceKey } from '../requests/buildPriceRequest.ts'
import { buildRequest } from '../requests/buildRequest.ts'
import { adaptValues } from '../values/adaptValues.ts'
import { Catalogue } from '../Catalogue.ts'
import { checkValues } from '../values/checkValues.ts'
import { operationFor } from './modelRows.ts'

const catalogue = new Catalogue()

/** An operation with a model from a raw record of the service. */
function open(id: string, info: object, types: string[] = [id]) {
  const operation = catalogue.find(id)
  const record = parseModelRecord({ slug: 'm', name: 'M', inference_types: types, info })
  if (!operation || !record) throw new Error(`no ${id}`)
  const extended = operationFor(operation, record)
  const form = buildForm(extended, record)
  const addedFields = form.fields.filter(({ fromModel }) => fromModel)
  const body = (values: Values): Values => JSON.parse(buildRequest(extended, form, values).text)
  return { operation: extended, form, addedFields, body }
}
const imageValues: Values = { prompt: 'a fox', width: 512, height: 512, steps: 4, guidance: 1, seed: 7 }
const strengthLimits = {
  limits: { min_strength: 0, max_strength: 1, strength_step: 0.05, min_cfg_scale: '1', max_cfg_scale: '20' },
  defaults: { strength: 0.6 },
}

test('adds a field for unknown numeric limits, which is sent only if it is changed', () => {
  const { addedFields, form, body, operation } = open('txt2img', strengthLimits)
  expect(addedFields).toMatchObject([
    {
      name: 'strength',
      label: 'Strength',
      kind: 'number',
      min: 0,
      max: 1,
      step: 0.05,
      required: false,
      section: 'advanced',
      fromModel: { default: 0.6 },
      help: 'Parameter of this model. Default: 0.6',
    },
    { name: 'cfg_scale', label: 'Cfg scale', kind: 'number', min: 1, max: 20, fromModel: {} },
  ])
  expect(form.defaults).not.toHaveProperty('strength')
  expect(body(imageValues)).not.toHaveProperty('strength')
  expect(body({ ...imageValues, strength: 0.4, cfg_scale: 7.5 })).toMatchObject({
    strength: 0.4,
    cfg_scale: 7.5,
  })
  const quoted = JSON.parse(buildPriceRequest(operation, form, { ...imageValues, strength: 0.4 }).text)
  expect(quoted).toMatchObject({ strength: 0.4 })
  const key = (values: Values) => priceKey('c', operation, form, { ...imageValues, ...values })
  expect(key({ strength: 0.4 })).not.toBe(key({}))
  expect(checkValues(form, { ...imageValues, strength: 1.2 })).toEqual([
    { field: 'strength', code: 'too_large', params: { max: 1 } },
  ])
})

test('cuts a long default between characters in the help text', () => {
  const { addedFields } = open('txt2img', { defaults: { mood: `${'a'.repeat(58)}🦊${'b'.repeat(9)}` } })
  expect(addedFields).toMatchObject([{ help: `Parameter of this model. Default: ${'a'.repeat(58)}🦊…` }])
})

test.each([
  { min: 0, max: 0.3, step: 0.1 },
  { min: 0.3, max: 0.7, step: 0.1 },
  { min: 1.1, max: 2.2, step: 0.1 },
])('keeps published limits that are multiples of a decimal step: %o', ({ min, max, step }) => {
  const limits = { min_strength: min, max_strength: max, strength_step: step }
  const { addedFields, form } = open('txt2img', { limits })
  expect(addedFields).toMatchObject([{ name: 'strength', min, max, step }])
  for (const strength of [min, max]) expect(checkValues(form, { ...imageValues, strength })).toEqual([])
})

test('adds a switch for a feature, a choice for a list and a field for a default', () => {
  const { addedFields, body } = open('txt2img', {
    features: { supports_tiling: '1', supports_upscaling: true, supports_xray: false },
    limits: { samplers: ['euler', 'ddim'], min_faces: 1000, max_faces: 90_000 },
    defaults: { clip_skip: 2, watermark: true, scheduler: 'karras' },
  })
  expect(addedFields.map(({ name, label, kind }) => [name, label, kind])).toEqual([
    ['faces', 'Faces', 'integer'],
    ['samplers', 'Samplers', 'choice'],
    ['tiling', 'Tiling', 'boolean'],
    ['upscaling', 'Upscaling', 'boolean'],
    ['clip_skip', 'Clip skip', 'number'],
    ['watermark', 'Watermark', 'boolean'],
    ['scheduler', 'Scheduler', 'text'],
  ])
  const changed = { tiling: true, samplers: 'ddim', watermark: false, faces: 2000 }
  expect(body({ ...imageValues, ...changed })).toMatchObject(changed)
})

test('adds fields for a transcription model', () => {
  const info = {
    features: { supports_timestamps: true, supports_diarization: true },
    limits: { languages: ['en', { name: 'Deutsch', slug: 'de' }], timestamp_levels: ['segment', 'word'] },
    defaults: { timestamp_level: 'segment' },
  }
  const { addedFields } = open('audiofile2txt', info)
  expect(addedFields.map(({ name, kind }) => [name, kind])).toEqual([
    ['languages', 'choice'],
    ['timestamp_level', 'choice'],
    ['timestamps', 'boolean'],
    ['diarization', 'boolean'],
  ])
  expect(addedFields[0]).toMatchObject({ options: [{ value: 'en' }, { value: 'de' }] })
})

test.each<[string, object]>([
  ['txt2img', { max_input_images: 4, max_prompt: 500, min_prompt_length: 3 }],
  ['txt2audio', { min_text: 3, max_text: 500, min_ref_audio_duration: 3, max_ref_audio_duration: 10 }],
  ['img_upscale', { min_width: 64, max_width: 2000, min_height: 64, max_height: 2000 }],
  ['img_rmbg', { min_file_size: 1, max_file_size: 9 }],
  ['videofile2txt', { max_video_duration_seconds: 90, min_duration: 1, max_duration: 900 }],
  ['txt2embedding', { max_input_tokens: 8192, max_total_tokens: 245_760, min_tokens: 1, max_tokens: 9 }],
  ['aud2video', { min_ref_audio_duration: 1, max_ref_audio_duration: 11 }],
])('adds no field for limits of the input of %s', (id, limits) => {
  expect(open(id, { limits }).addedFields).toEqual([])
})

test('adds no field for parameters of another operation of the model', () => {
  const limits = { min_frames: 1, max_frames: 90, min_fps: 8, max_fps: 30, max_input_images: 3 }
  const features = { supports_last_frame: true, supports_guidance: true, supports_steps: true }
  expect(open('txt2img', { limits, features }, ['txt2img', 'img2video']).addedFields).toEqual([])
  expect(open('txt2img', { limits, features }, ['txt2img']).addedFields.map(({ name }) => name)).toEqual([
    'frames',
    'fps',
  ])
})

test('removes the field of a feature that the model lacks', () => {
  expect(
    open('txt2img', { ...strengthLimits, features: { supports_strength: false } }).addedFields,
  ).toMatchObject([{ name: 'cfg_scale' }])
})

test('bounds the fields of a malicious model and rejects invalid names', () => {
  const repeat = (make: (index: number) => [string, unknown]) =>
    Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => make(index)))
  const options = Array.from({ length: 5000 }, (_, option) => `o${option}`)
  const odd = JSON.parse(
    '{"min___proto__":0,"max___proto__":1,"min_constructor":0,"max_constructor":1,"min_model":1,"max_model":2,"min_<b>":0,"max_<b>":1,"min_reversed":9,"max_reversed":2,"reversed_step":-3,"min_":1,"max_":2}',
  )
  const { form, addedFields, operation } = open('txt2img', {
    limits: {
      ...odd,
      ...repeat((index) => [`list_${index}`, options]),
    },
    features: repeat((index) => [`supports_thing_${index}`, true]),
    defaults: {
      ...repeat((index) => [`extra_${index}`, index]),
      __proto__: 5,
      toString: 'x',
      webhook_url: 'x',
    },
  })
  expect(() => formSchema.parse(form)).not.toThrow()
  expect(addedFields).toHaveLength(40)
  const names = addedFields.map(({ name }) => name)
  for (const bad of ['__proto__', 'constructor', 'toString', 'model', 'webhook_url'])
    expect(names).not.toContain(bad)
  expect(addedFields.find(({ name }) => name === 'reversed')).toMatchObject({ min: 2, max: 9 })
  expect(JSON.stringify(form).length).toBeLessThan(500_000)
  expect(checkValues(form, imageValues)).toEqual([])
  expect(adaptValues(operation, form, imageValues).values).toMatchObject(imageValues)
})
