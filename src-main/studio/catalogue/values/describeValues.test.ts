import { expect, test } from 'vitest'
import { describeValues } from './describeValues.ts'
import { entryForWireName, mapFieldErrors } from '../requests/mapFieldErrors.ts'
import { inputFiles } from '../fixtures/inputFiles.ts'
import { img2img, imgUpscale, txt2img } from '../rows/imageOperations.ts'
import { txt2audio, txt2music } from '../rows/audioOperations.ts'
import { videosReplace, vidUpscale } from '../rows/videoOperations.ts'

test('describes a request by its prompt on one line, its seed and its size', () => {
  expect(
    describeValues(txt2img, { prompt: ' a fox\n\tin  snow ', seed: 7, width: 512, height: 256 }),
  ).toEqual({
    title: 'a fox in snow',
    seed: 7,
    width: 512,
    height: 256,
  })
})

test('marks the sent files of a request that is too large, without a message', () => {
  const problem = { code: 'service_too_large', money: 'not_charged' } as const
  const values = { video: ['clip'], ref_image: [], prompt: 'x' }
  expect(mapFieldErrors(videosReplace, problem, values).fields).toEqual({ video: [] })
  expect(mapFieldErrors(videosReplace, problem, { prompt: 'x' })).toBe(problem)
  expect(mapFieldErrors(videosReplace, { ...problem, code: 'service_error' }, values).fields).toBeUndefined()
})

test('uses the name of the operation as the title without a prompt', () => {
  expect(describeValues(txt2img, { prompt: ' ', seed: 'x' })).toEqual({
    title: 'Text to image',
    seed: null,
    width: null,
    height: null,
  })
})

test('uses the file name, not the id, as the title of an operation without a prompt', () => {
  const find = (id: string) => inputFiles[id] ?? null
  expect(describeValues(vidUpscale, { video: ['clip'] }, find).title).toBe('Holiday.mp4')
})

test('uses the title of an input that is a result, which has no file name', () => {
  const { photo } = inputFiles
  const find = () => (photo ? { ...photo, name: null, title: ' A boat\n at sea ' } : null)
  expect(describeValues(imgUpscale, { image: ['photo'] }, find).title).toBe('A boat at sea')
  expect(describeValues(img2img, { image: ['photo'], prompt: 'a ship' }, find).title).toBe('a ship')
})

test('truncates a long prompt between visible characters', () => {
  const titleOf = (prompt: string) => describeValues(txt2img, { prompt }).title
  const family = '👨‍👩‍👧‍👦'
  expect(titleOf('🦊'.repeat(900))).toBe(`${'🦊'.repeat(499)}…`)
  expect(titleOf(`${'a'.repeat(493)}${family}`)).toBe(`${'a'.repeat(493)}${family}`)
  expect(titleOf(`${'a'.repeat(498)}${family}`)).toBe(`${'a'.repeat(498)}…`)
  expect(titleOf(`a${'\u0301'.repeat(900)}`)).toBe(`a${'\u0301'.repeat(498)}…`)
})

test('maps an error under a name that two entries share to the entry that was sent', () => {
  expect(entryForWireName(txt2audio, 'instruct', { style: 'calm' })).toBe('style')
  expect(entryForWireName(txt2audio, 'instruct', { instruct: 'deep' })).toBe('instruct')
})

test('maps field errors to the entries of the form and keeps unknown names', () => {
  const fields = {
    caption: ['too short'],
    inference_steps: ['too many'],
    reference_audio: ['not a file'],
    plan: ['not yours'],
  }
  const problem = { code: 'service_refused', money: 'not_charged', fields } as const
  expect(mapFieldErrors(txt2music, { ...problem, fields }, {}).fields).toEqual({
    prompt: ['too short'],
    steps: ['too many'],
    reference_audio: ['not a file'],
    plan: ['not yours'],
  })
  const several = { ...problem, fields: { 'images.0': ['too large'], 'images.1': ['not a picture'] } }
  expect(mapFieldErrors(img2img, several, {}).fields).toEqual({ image: ['too large', 'not a picture'] })
})

test('names the rejected values by their labels, and those that the task has no field for', () => {
  const problem = { code: 'service_refused', money: 'not_charged' } as const
  const paramsOf = (...names: string[]) => {
    const fields = Object.fromEntries(names.map((name) => [name, ['no']]))
    return mapFieldErrors(txt2img, { ...problem, fields }, {}).params
  }
  expect(paramsOf('steps', 'loras.0.weight')).toEqual({ rejected: 'Steps and LoRAs' })
  expect(paramsOf('steps', 'tile_size')).toEqual({
    rejected: 'Steps and “tile_size”',
    unknown: '“tile_size”',
  })
})

test('a rejected model is one that is no longer offered, by its name', () => {
  const model = { slug: 'flux-schnell', name: 'FLUX.1 Schnell' }
  const fields = { model: ['The selected model does not exist.'] }
  const problem = { code: 'service_refused', money: 'not_charged', params: { status: 422 }, fields } as const
  expect(mapFieldErrors(txt2img, { ...problem, fields }, {}, model)).toEqual({
    code: 'model_gone',
    money: 'not_charged',
    params: { model: 'flux-schnell', name: 'FLUX.1 Schnell' },
    fields: { model: [] },
    serviceMessage: 'The selected model does not exist.',
  })
})

test('uses the name of the input file as the title without a prompt', () => {
  const find = (id: string) => inputFiles[id] ?? null
  expect(describeValues(videosReplace, { video: ['clip'] }, find).title).toBe('Holiday.mp4')
  expect(describeValues(videosReplace, { video: ['clip'], prompt: 'a robot' }, find).title).toBe('a robot')
})

test.each([
  ['width', 'width'],
  ['loras.0.weight', 'loras'],
  ['loras[0][weight]', 'loras'],
  ['balance', null],
])('maps a field error about %s to %s', (wireName, entry) => {
  expect(entryForWireName(txt2img, wireName)).toBe(entry)
})
