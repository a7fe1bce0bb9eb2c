import { expect, test } from 'vitest'
import type { Values } from '../../../../src-preload/contract/types/form.ts'
import { modelRecord } from '../../testing/modelRecord.ts'
import { buildForm } from '../form/buildForm.ts'
import type { FileFacts } from '../FindFile.ts'
import { inputFiles } from '../fixtures/inputFiles.ts'
import type { Operation } from '../Operation.ts'
import { priceKey } from './priceKey.ts'
import { audiofile2txt } from '../rows/transcription.ts'
import { img2img } from '../rows/img2img.ts'
import { imgUpscale } from '../rows/imageTools.ts'
import { txt2audio } from '../rows/txt2audio.ts'
import { videosReplace } from '../rows/videosReplace.ts'

const { photo, talk, unmeasured, clip } = inputFiles
const key = (operation: Operation, values: Values, files: Record<string, FileFacts | undefined> = {}) =>
  priceKey('c', operation, buildForm(operation, modelRecord()), values, (id) => files[id] ?? null)

test('is equal for images of the same size and differs for another size', () => {
  const of = (facts: Partial<FileFacts>) =>
    key(imgUpscale, { image: ['a'] }, { a: photo && { ...photo, ...facts } })
  expect(of({ path: '/elsewhere', bytes: 3, format: 'jpg' })).toBe(of({}))
  expect(of({ width: 641 })).not.toBe(of({}))
})

test('is equal for recordings of the same duration in whole seconds', () => {
  const of = (durationMs: number) =>
    key(audiofile2txt, { audio: ['a'] }, { a: talk && { ...talk, durationMs } })
  expect(of(63_900)).toBe(of(63_400))
  expect(of(64_100)).not.toBe(of(63_400))
})

test('differs for every file that cannot be measured', () => {
  const of = (path: string) =>
    key(videosReplace, { video: ['a'] }, { a: unmeasured && { ...unmeasured, path } })
  expect(of('/one.avi')).not.toBe(of('/two.avi'))
})

test("uses the entered size instead of the video's", () => {
  const of = (values: Values) => key(videosReplace, { video: ['a'], ...values }, { a: clip })
  expect(of({ width: 832, height: 480 })).not.toBe(of({}))
  expect(of({ width: 1280, height: 720 })).toBe(of({}))
  expect(of({ prompt: 'a robot', seed: 4 })).toBe(of({}))
  expect(of({ steps: 9 })).not.toBe(of({}))
})

test('depends on the length of speech and other scalars, not on its text', () => {
  const of = (values: Values) => key(txt2audio, { text: 'Hello', ...values })
  expect(of({ text: 'Jello', style: 'calm' })).toBe(of({}))
  expect(of({ text: 'Hello!' })).not.toBe(of({}))
  for (const other of [{ speed: 2 }, { speed: 1.5 }]) expect(of(other)).not.toBe(of({}))
})

test('does not depend on the images or the prompt of an image edit', () => {
  const of = (values: Values) => key(img2img, { image: ['a'], ...values }, { a: photo, b: photo })
  expect(of({ image: ['a', 'b'], prompt: 'x' })).toBe(of({}))
  expect(of({ width: 512, height: 512 })).not.toBe(of({}))
  expect(of({ steps: 9 })).not.toBe(of({}))
})

test('differs between a form with and without its file', () => {
  const of = (values: Values) => key(img2img, values, { a: photo })
  expect(of({ image: ['a'] })).not.toBe(of({}))
})
