import { expect, test } from 'vitest'
import { describeValues } from './describeValues.ts'
import { fieldOfWire, problemAtFields } from '../wire/problemAtFields.ts'
import { inputFiles } from '../fixtures/inputFiles.ts'
import { img2img } from '../rows/img2img.ts'
import { txt2audio } from '../rows/txt2audio.ts'
import { txt2img } from '../rows/txt2img.ts'
import { txt2music } from '../rows/txt2music.ts'
import { videosReplace } from '../rows/videosReplace.ts'
import { vidUpscale } from '../rows/vidUpscale.ts'

test('A request is described by its prompt on one line, its seed and its size', () => {
  expect(
    describeValues(txt2img, { prompt: ' a fox\n\tin  snow ', seed: 7, width: 512, height: 256 }),
  ).toEqual({
    title: 'a fox in snow',
    seed: 7,
    width: 512,
    height: 256,
  })
})

test('What is too large as a whole is so for the files that were sent, in no words of the service', () => {
  const problem = { code: 'service_too_large', money: 'not_charged' } as const
  const values = { video: ['clip'], ref_image: [], prompt: 'x' }
  expect(problemAtFields(videosReplace, problem, values).fields).toEqual({ video: [] })
  expect(problemAtFields(videosReplace, problem, { prompt: 'x' })).toBe(problem)
  expect(problemAtFields(videosReplace, { ...problem, code: 'service_error' }, values).fields).toBeUndefined()
})

test('Without words it goes by the name of its operation', () => {
  expect(describeValues(txt2img, { prompt: ' ', seed: 'x' })).toEqual({
    title: 'Text to image',
    seed: null,
    width: null,
    height: null,
  })
})

test('Without a prompt of its own it goes by the name of its file, not by the id', () => {
  const find = (id: string) => inputFiles[id] ?? null
  expect(describeValues(vidUpscale, { video: ['clip'] }, find).title).toBe('Holiday.mp4')
})

test('A long prompt is cut between characters', () => {
  const { title } = describeValues(txt2img, { prompt: '🦊'.repeat(900) })
  expect(title).toBe(`${'🦊'.repeat(499)}…`)
})

test('A complaint under a name that two entries share lands at the one that was sent', () => {
  expect(fieldOfWire(txt2audio, 'instruct', { style: 'calm' })).toBe('style')
  expect(fieldOfWire(txt2audio, 'instruct', { instruct: 'deep' })).toBe('instruct')
})

test("A refusal's complaints come under the entries of the form; others keep their names", () => {
  const fields = {
    caption: ['too short'],
    inference_steps: ['too many'],
    reference_audio: ['not a file'],
    plan: ['not yours'],
  }
  const problem = { code: 'service_refused', money: 'not_charged', fields } as const
  expect(problemAtFields(txt2music, { ...problem, fields }, {}).fields).toEqual({
    prompt: ['too short'],
    steps: ['too many'],
    reference_audio: ['not a file'],
    plan: ['not yours'],
  })
  const several = { ...problem, fields: { 'images.0': ['too large'], 'images.1': ['not a picture'] } }
  expect(problemAtFields(img2img, several, {}).fields).toEqual({ image: ['too large', 'not a picture'] })
})

test('Without words it goes by the name of the file it takes in', () => {
  const find = (id: string) => inputFiles[id] ?? null
  expect(describeValues(videosReplace, { video: ['clip'] }, find).title).toBe('Holiday.mp4')
  expect(describeValues(videosReplace, { video: ['clip'], prompt: 'a robot' }, find).title).toBe('a robot')
})

test.each([
  ['width', 'width'],
  ['loras.0.weight', 'loras'],
  ['loras[0][weight]', 'loras'],
  ['balance', null],
])("The service's complaint about %s lands at %s", (wireName, entry) => {
  expect(fieldOfWire(txt2img, wireName)).toBe(entry)
})
