import { expect, test } from 'vitest'
import type { Values } from '../../../../src-preload/contract/types/form.ts'
import { modelRecord } from '../../testing/modelRecord.ts'
import { buildForm } from '../form/buildForm.ts'
import type { FileMetadata } from '../FindFile.ts'
import { inputFiles } from '../fixtures/inputFiles.ts'
import type { Operation } from '../Operation.ts'
import { priceKey } from './buildPriceRequest.ts'
import { audiofile2txt } from '../rows/textOperations.ts'
import { img2img, imgUpscale } from '../rows/imageOperations.ts'
import { txt2audio } from '../rows/audioOperations.ts'
import { videosReplace } from '../rows/videoOperations.ts'

const { photo, talk, unmeasured, clip } = inputFiles
const priceKeyOf = (
  operation: Operation,
  values: Values,
  files: Record<string, FileMetadata | undefined> = {},
) => priceKey('c', operation, buildForm(operation, modelRecord()), values, (id) => files[id] ?? null)

test('the price key is equal for images of the same size and differs for another size', () => {
  const keyOf = (facts: Partial<FileMetadata>) =>
    priceKeyOf(imgUpscale, { image: ['a'] }, { a: photo && { ...photo, ...facts } })
  expect(keyOf({ path: '/elsewhere', bytes: 3, format: 'jpg' })).toBe(keyOf({}))
  expect(keyOf({ width: 641 })).not.toBe(keyOf({}))
})

test('the price key is equal for recordings of the same duration in whole seconds', () => {
  const keyOf = (durationMs: number) =>
    priceKeyOf(audiofile2txt, { audio: ['a'] }, { a: talk && { ...talk, durationMs } })
  expect(keyOf(63_900)).toBe(keyOf(63_400))
  expect(keyOf(64_100)).not.toBe(keyOf(63_400))
})

test('the price key differs for every file that cannot be measured', () => {
  const keyOf = (path: string) =>
    priceKeyOf(videosReplace, { video: ['a'] }, { a: unmeasured && { ...unmeasured, path } })
  expect(keyOf('/one.avi')).not.toBe(keyOf('/two.avi'))
})

test("the price key uses the entered size instead of the video's", () => {
  const keyOf = (values: Values) => priceKeyOf(videosReplace, { video: ['a'], ...values }, { a: clip })
  expect(keyOf({ width: 832, height: 480 })).not.toBe(keyOf({}))
  expect(keyOf({ width: 1280, height: 720 })).toBe(keyOf({}))
  expect(keyOf({ prompt: 'a robot', seed: 4 })).toBe(keyOf({}))
  expect(keyOf({ steps: 9 })).not.toBe(keyOf({}))
})

test('the price key depends on the length of speech and other scalars, not on its text', () => {
  const keyOf = (values: Values) => priceKeyOf(txt2audio, { text: 'Hello', ...values })
  expect(keyOf({ text: 'Jello', style: 'calm' })).toBe(keyOf({}))
  expect(keyOf({ text: 'Hello!' })).not.toBe(keyOf({}))
  for (const other of [{ speed: 2 }, { speed: 1.5 }]) expect(keyOf(other)).not.toBe(keyOf({}))
})

test('the price key does not depend on the images or the prompt of an image edit', () => {
  const keyOf = (values: Values) => priceKeyOf(img2img, { image: ['a'], ...values }, { a: photo, b: photo })
  expect(keyOf({ image: ['a', 'b'], prompt: 'x' })).toBe(keyOf({}))
  expect(keyOf({ width: 512, height: 512 })).not.toBe(keyOf({}))
  expect(keyOf({ steps: 9 })).not.toBe(keyOf({}))
})

test('the price key differs between a form with and without its file', () => {
  const keyOf = (values: Values) => priceKeyOf(img2img, values, { a: photo })
  expect(keyOf({ image: ['a'] })).not.toBe(keyOf({}))
})
