import { expect, test } from 'vitest'
import type { Values } from '../../../../src-preload/contract/types/form.ts'
import type { ModelRecord } from '../../service/models/ModelRecord.ts'
import { modelRecord } from '../../testing/modelRecord.ts'
import { buildForm } from './buildForm.ts'
import { buildRequest } from '../requests/buildRequest.ts'
import { Catalogue } from '../Catalogue.ts'
import { checkValues, completeValues } from '../values/checkValues.ts'
import { inputFiles } from '../fixtures/inputFiles.ts'

const catalogue = new Catalogue()
const find = (id: string) => inputFiles[id] ?? null

/** The form of an operation for a model with these properties, the issues of the completed values, and the request body. */
function buildWith(id: string, model: Partial<ModelRecord>, values: Values) {
  const operation = catalogue.find(id)
  if (!operation) throw new Error(`no operation ${id}`)
  const form = buildForm(operation, modelRecord({ slug: 'm', ...model }))
  const complete = completeValues(form, values, () => 0.5)
  const issues = checkValues(form, complete, find).map(({ field, code }) => `${field} ${code}`)
  const body = (): Values => JSON.parse(buildRequest(operation, form, complete, find).text)
  return { form, issues, body }
}

const languages = [{ name: 'English', slug: 'en', voices: [{ name: 'Ann', slug: 'ann', gender: null }] }]

test("uses a speech model's defaults instead of the built-in ones, even if the model lists no options", () => {
  const model = { languages, defaults: { sample_rate: 44_100, format: 'wav' } }
  const { form, issues, body } = buildWith('txt2audio', model, { text: 'Hello' })
  expect(issues).toEqual([])
  expect(body()).toMatchObject({ sample_rate: 44_100, format: 'wav' })
  expect(form.fields.find(({ name }) => name === 'format')).toMatchObject({
    options: [
      { value: 'mp3', label: 'MP3' },
      { value: 'wav', label: 'WAV' },
    ],
  })
})

test('adds a default outside the listed options as an option', () => {
  const lists = { output_formats: ['mp3', 'flac'], available_ratios: [24_000] }
  const model = { languages, lists, defaults: { sample_rate: '48000', format: 'opus' } }
  expect(buildWith('txt2audio', model, { text: 'Hello' }).body()).toMatchObject({
    sample_rate: 48_000,
    format: 'opus',
  })
})

test("finds a music model's defaults under their names in requests", () => {
  const defaults = { inference_steps: 30, guidance_scale: 4.5, bpm: 96, duration: 45, format: 'flac' }
  expect(buildWith('txt2music', { defaults }, { prompt: 'slow jazz', seed: 7 }).body()).toEqual({
    model: 'm',
    caption: 'slow jazz',
    lyrics: '[Instrumental]',
    duration: 45,
    bpm: 96,
    inference_steps: 30,
    guidance_scale: 4.5,
    seed: 7,
    format: 'flac',
  })
})

test.each<[string, Partial<ModelRecord>, Values[string] | undefined]>([
  ['states nothing', {}, undefined],
  ['has a default', { defaults: { fps: 25 } }, 25],
  ['has a range', { limits: { min_fps: 12, max_fps: 18 } }, 18],
  ['allows a single value', { limits: { min_fps: 30, max_fps: 30 } }, 30],
])('sends the frames per second of a model that %s: %j gives %j', (_, model, fps) => {
  const { form, issues, body } = buildWith('txt2video', model, { prompt: 'waves', seed: 7 })
  expect(issues).toEqual([])
  expect(body()['fps']).toBe(fps)
  expect(form.fields.find(({ name }) => name === 'fps')?.required).toBe(fps !== undefined)
})

test('sends the frames per second that the user enters', () => {
  expect(buildWith('txt2video', {}, { prompt: 'waves', fps: 120 }).body()['fps']).toBe(120)
})

test('does not send an optional value that has no default', () => {
  expect(buildWith('img2txt', {}, { image: ['photo'] }).body()).not.toHaveProperty('format')
  const replaced = buildWith('videos_replace', {}, { video: ['clip'], ref_image: ['photo'], seed: 1 })
  expect(replaced.body()).toEqual({ model: 'm', seed: 1 })
})

const loras = [{ name: 'ink', label: 'Ink' }]
test.each<[string, string, Partial<ModelRecord>, Values]>([
  ['a LoRA with a negative weight', 'txt2img', { loras }, { loras: [{ name: 'ink', weight: -1 }] }],
  ['a strong LoRA', 'txt2img', { loras }, { loras: [{ name: 'ink', weight: 2.5 }] }],
  ['a seed left to the service', 'txt2img', {}, { seed: -1 }],
  ['a seed of 32 bits', 'txt2img', {}, { seed: 2 ** 32 - 1 }],
  [
    'as many images as the model allows',
    'img2img',
    { limits: { max_input_images: 24 } },
    { image: Array.from({ length: 24 }, () => 'photo') },
  ],
  ['a caption of two letters', 'txt2music', { limits: { min_caption: 0 } }, { prompt: 'ah' }],
  ['a caption of any length', 'txt2music', {}, { prompt: 'a'.repeat(2000) }],
  ['a small image', 'txt2img', { limits: { min_width: 0, min_height: 0 } }, { width: 32, height: 32 }],
  ['fast speech', 'txt2audio', { languages }, { text: 'Hello', speed: 4 }],
])('sends %s without inventing a limit', (_, id, model, values) => {
  const needed: Values = id === 'txt2audio' ? {} : { prompt: 'a fox', image: ['photo'] }
  const names = new Set(catalogue.find(id)?.fields.map(({ name }) => name))
  const inputs = Object.fromEntries(Object.entries(needed).filter(([name]) => names.has(name)))
  expect(buildWith(id, model, { ...inputs, ...values }).issues).toEqual([])
})
