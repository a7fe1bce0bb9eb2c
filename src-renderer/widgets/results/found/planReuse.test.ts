import { expect, test } from 'vitest'
import type { Form } from '../../../../src-preload/contract/types/form.ts'
import type { FoundParameters } from '../../../../src-preload/contract/types/foundParameters.ts'
import { findModel, planReuse, taskFor } from './planReuse.ts'

const common = { required: false, section: 'main' } as const
const form: Form = {
  operation: 'img2img',
  model: { slug: 'aurora', name: 'Aurora' },
  defaults: {},
  fields: [
    { ...common, kind: 'text', name: 'prompt', label: 'Prompt', multiline: true },
    { ...common, kind: 'size', name: 'size', label: 'Size', width: {}, height: {}, presets: [] },
    {
      ...common,
      kind: 'file',
      name: 'image',
      label: 'Image',
      media: ['image'],
      formats: ['png'],
      min: 1,
      max: 2,
      record: false,
    },
  ],
}

test('values without a field and files of another library are listed, and the rest is used unchanged', () => {
  const found = {
    prompt: 'fog',
    width: 9999,
    height: 512,
    guidance: 7,
    sampler: 'x',
    image: ['here', 'gone'],
  }
  expect(planReuse(form, found, (id) => id === 'here')).toEqual({
    values: { prompt: 'fog', width: 9999, height: 512, image: ['here'] },
    leftOut: ['guidance', 'sampler'],
    missingFiles: ['gone'],
  })
})

test('LoRAs that the model has are used by its names, and the others are named', () => {
  const loras: Form['fields'][number] = {
    ...common,
    kind: 'loras',
    name: 'loras',
    label: 'LoRAs',
    options: [{ name: 'film-grain-v2', label: 'Film grain' }],
    weight: { min: 0, max: 2, step: 0.05, default: 1 },
  }
  const found = {
    loras: [
      { name: 'Film_Grain_V2', weight: 0.8 },
      { name: 'detail_tweaker', weight: 1 },
    ],
  }
  const withLoras: Form = { ...form, fields: [...form.fields, loras] }
  expect(planReuse(withLoras, found, () => false)).toEqual({
    values: { loras: [{ name: 'film-grain-v2', weight: 0.8 }] },
    leftOut: ['LoRA detail_tweaker'],
    missingFiles: [],
  })
  expect(planReuse(form, found, () => false)).toEqual({
    values: {},
    leftOut: ['LoRA Film_Grain_V2', 'LoRA detail_tweaker'],
    missingFiles: [],
  })
})

test('a model is found by its slug, or by a name that is written in another way', () => {
  const models = [
    { slug: 'old', name: 'Dream Shaper 8', isDelisted: true },
    { slug: 'dreamshaper-8', name: 'DreamShaper 8', isDelisted: false },
    { slug: 'aurora', name: 'Aurora', isDelisted: false },
  ]
  expect(findModel(models, { slug: 'aurora', name: 'Renamed' })?.slug).toBe('aurora')
  expect(findModel(models, { slug: null, name: 'dreamshaper_8' })?.slug).toBe('dreamshaper-8')
  expect(findModel(models, { slug: 'old', name: 'Gone' })).toBeUndefined()
  expect(findModel(models, { slug: null, name: '…' })).toBeUndefined()
  expect(findModel(models, null)).toBeUndefined()
})

test('the task is the one that the file names, or the one that makes its kind from a prompt', () => {
  const found: FoundParameters = {
    form: 'a1111',
    program: null,
    operation: null,
    model: null,
    values: {},
    others: [],
  }
  expect(taskFor({ ...found, operation: 'img2img' }, 'video')).toBe('img2img')
  expect(taskFor(found, 'video')).toBe('txt2video')
  expect(taskFor(found, 'text')).toBe('txt2img')
})
