import { expect, test } from 'vitest'
import type { FieldOf, Form, Values } from '../../../../src-preload/contract/types/form.ts'
import { fileFor } from '../fixtures/inputFiles.ts'
import { modelRecord } from '../../testing/modelRecord.ts'
import { buildForm } from '../form/buildForm.ts'
import { adaptValues } from '../values/adaptValues.ts'
import { checkValues } from '../values/checkValues.ts'
import type { FileMetadata } from '../FindFile.ts'
import type { Operation } from '../Operation.ts'
import { img2img, imgUpscale } from '../rows/imageOperations.ts'
import { transcribe } from '../rows/textOperations.ts'
import { txt2audio } from '../rows/audioOperations.ts'
import { videosReplace } from '../rows/videoOperations.ts'

const fileField = (form: Form, name: string): FieldOf<'file'> => {
  const field = form.fields.find((one): one is FieldOf<'file'> => one.kind === 'file' && one.name === name)
  if (!field) throw new Error(`no file field ${name}`)
  return field
}

/** The issues of one file in a field of an otherwise valid form. */
function issuesOf(
  operation: Operation,
  name: string,
  properties: Partial<FileMetadata>,
  model: Parameters<typeof modelRecord>[0] = {},
) {
  const form = buildForm(operation, modelRecord(model))
  const file = fileFor(fileField(form, name), { name: null, ...properties })
  const issues = checkValues(form, { ...form.defaults, [name]: ['a'] }, () => file)
  return issues
    .filter(({ field }) => field === name)
    .map((issue) => ({ code: issue.code, ...('params' in issue && { params: issue.params }) }))
}

const MB = 1024 * 1024

test.each<[Partial<FileMetadata>, object[]]>([
  [{}, []],
  [{ kind: 'video', format: 'mp4' }, [{ code: 'file_wrong_format', params: { name: null } }]],
  [{ format: 'avif' }, [{ code: 'file_wrong_format', params: { name: null } }]],
  [{ bytes: 10 * MB }, []],
  [
    { bytes: 10 * MB + 1 },
    [{ code: 'file_too_large', params: { name: null, max: 10 * MB, actual: 10 * MB + 1 } }],
  ],
  [{ bytes: 0 }, [{ code: 'file_empty', params: { name: null } }]],
  [{ width: 63 }, [{ code: 'file_side_too_small', params: { name: null, min: 64, actual: 63 } }]],
  [{ height: 5001 }, [{ code: 'file_side_too_large', params: { name: null, max: 5000, actual: 5001 } }]],
  [{ width: null, height: null }, []],
  [{ isPresent: false }, [{ code: 'file_missing', params: { name: null } }]],
  [{ name: 'Cat.gif', isPresent: false }, [{ code: 'file_missing', params: { name: 'Cat.gif' } }]],
])('reports the issues of an image with %j', (properties, issues) => {
  expect(issuesOf(img2img, 'image', properties)).toEqual(issues)
})

test("checks the sides of an image to upscale against the model's limits", () => {
  const limits = { min_width: 128, max_width: 2048, min_height: 127, max_height: 2048 }
  expect(issuesOf(imgUpscale, 'image', { width: 2049, height: 127 }, { limits })).toEqual([
    { code: 'file_side_too_large', params: { name: null, max: 2048, actual: 2049 } },
  ])
})

test('accepts a video of the maximum duration plus one frame', () => {
  const limits = { max_video_duration_seconds: 8 }
  const code = (durationMs: number | null) =>
    issuesOf(videosReplace, 'video', { durationMs }, { limits }).map((issue) => issue.code)
  expect(code(8040)).toEqual([])
  expect(code(8100)).toEqual(['file_too_long'])
  expect(code(null)).toEqual([])
  expect(issuesOf(videosReplace, 'video', { durationMs: 3_600_000 })).toEqual([])
})

test('checks the duration of a voice recording', () => {
  const model = { features: { supports_custom_voice: false, supports_voice_clone: true } }
  const code = (durationMs: number, limits = {}) =>
    issuesOf(txt2audio, 'ref_audio', { durationMs }, { ...model, limits }).map((issue) => issue.code)
  expect(code(2900)).toEqual(['file_too_short'])
  expect(code(14_900)).toEqual([])
  expect(code(4000, { min_ref_audio_duration: 5, max_ref_audio_duration: 10 })).toEqual(['file_too_short'])
  expect(code(12_000, { min_ref_audio_duration: 5, max_ref_audio_duration: 10 })).toEqual(['file_too_long'])
})

test('accepts as many images as the model states, or one', () => {
  const check = (limits: Record<string, number>, image: Values[string]) => {
    const form = buildForm(img2img, modelRecord({ limits }))
    const file = fileFor(fileField(form, 'image'))
    const values = { ...form.defaults, prompt: 'x', seed: 1, image }
    return checkValues(form, values, (id) => (id === 'gone' ? null : file)).map(({ code }) => code)
  }
  expect(check({ max_input_images: 3 }, ['a', 'b', 'c'])).toEqual([])
  expect(check({ max_input_images: 3 }, ['a', 'b', 'c', 'd'])).toEqual(['too_many'])
  expect(check({}, ['a', 'b'])).toEqual(['too_many'])
  expect(check({ max_input_images: 0 }, ['a'])).toEqual([])
  expect(check({}, [])).toEqual(['required'])
  expect(check({}, ['gone'])).toEqual(['file_missing'])
  expect(check({}, 'a')).toEqual(['wrong_kind'])
  expect(check({}, [7])).toEqual(['wrong_kind'])
})

test('keeps the first images for a model that accepts fewer and reports it', () => {
  const form = buildForm(img2img, modelRecord())
  const file = fileFor(fileField(form, 'image'))
  const { values, resets } = adaptValues(img2img, form, { image: ['a', 'b'] }, () => file)
  expect(values['image']).toEqual(['a'])
  expect(resets).toEqual([{ field: 'image', label: 'Image', from: ['a', 'b'], to: ['a'] }])
})

test('keeps a missing file in the form', () => {
  const form = buildForm(img2img, modelRecord())
  const { values, resets } = adaptValues(img2img, form, { image: ['gone'] }, () => null)
  expect(values['image']).toEqual(['gone'])
  expect(resets).toEqual([])
})

test('requires exactly one of a file and an address', () => {
  const form = buildForm(transcribe, modelRecord())
  const file = fileFor(fileField(form, 'source_file'))
  const check = (values: Values) =>
    checkValues(form, { ...form.defaults, ...values }, () => file).map(
      ({ field, code }) => `${field} ${code}`,
    )
  const source_url = 'https://example.org/talk'
  expect(check({})).toEqual(['source_file required'])
  expect(check({ source_file: ['a'] })).toEqual([])
  expect(check({ source_url, source_file: [] })).toEqual([])
  expect(check({ source_file: ['a'], source_url })).toEqual(['source_url only_one_of_group'])
})
