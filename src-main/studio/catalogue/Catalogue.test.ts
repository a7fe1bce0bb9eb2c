import { expect, test } from 'vitest'
import { modelRecord } from '../testing/modelRecord.ts'
import { buildForm } from './form/buildForm.ts'
import { Catalogue, fieldsAccepting, isEnhancement } from './Catalogue.ts'
import { checkValues, completeValues } from './values/checkValues.ts'

const catalogue = new Catalogue()

/** service.md §Requests: the names in the spec and in the live service, the group and the display name. */
const TABLE = [
  ['txt2img', 'txt2img', 'image', 'Text to image'],
  ['img2img', 'img2img', 'image', 'Image to image'],
  ['img_upscale', 'img-upscale', 'image', 'Image upscale'],
  ['img_rmbg', 'img-rmbg', 'image', 'Background removal'],
  ['txt2video', 'txt2video', 'video', 'Text to video'],
  ['img2video', 'img2video', 'video', 'Image to video'],
  ['aud2video', 'audio2video', 'video', 'Audio to video'],
  ['videos_replace', 'video-replace', 'video', 'Video replace'],
  ['vid_upscale', 'vid-upscale', 'video', 'Video upscale'],
  ['txt2audio', 'txt2audio', 'audio', 'Text to speech'],
  ['txt2music', 'txt2music', 'audio', 'Text to music'],
  ['transcribe', 'transcribe', 'text', 'Transcribe'],
  ['vid2txt', 'video2text', 'text', 'Video URL to text'],
  ['aud2txt', 'audio2text', 'text', 'Audio URL to text'],
  ['videofile2txt', 'video_file2text', 'text', 'Video file to text'],
  ['audiofile2txt', 'audio_file2text', 'text', 'Audio file to text'],
  ['img2txt', 'img2txt', 'text', 'Image to text (OCR)'],
  ['txt2embedding', 'txt2embedding', 'text', 'Text to embedding'],
]

test.each(TABLE)('finds one operation for %s and %s', (spec = '', live = '', group = '', name = '') => {
  const operation = catalogue.findByType(spec)
  expect(operation).toMatchObject({ id: spec, group, name })
  expect(catalogue.findByType(live)).toBe(operation)
})

test('maps every inference type to one operation and lists operations grouped by output', () => {
  const types = catalogue.all().flatMap((operation) => operation.inferenceTypes)
  expect(new Set(types).size).toBe(types.length)
  const groups = catalogue.all().map(({ group }) => group)
  expect(groups.filter((group, index) => group !== groups[index - 1])).toEqual([
    'image',
    'video',
    'audio',
    'text',
  ])
})

test('offers the unified transcription for models of the other transcriptions', () => {
  const available = catalogue.findByModel(['audio2text', 'video_file2text']).map(({ id }) => id)
  expect(available).toEqual(['transcription', 'transcribe', 'aud2txt', 'videofile2txt'])
  expect(catalogue.findByModel(['txt2hologram'])).toEqual([])
})

test('leaves only the webhook address out of price requests', () => {
  const excluded = catalogue.all().flatMap(({ fields }) => fields.filter((row) => row.excludedFromPrice))
  expect(new Set(excluded.map(({ name }) => name))).toEqual(new Set(['webhook_url']))
})

const uses = (kind: 'image' | 'video' | 'audio' | 'text' | 'embedding', format: string) =>
  fieldsAccepting(catalogue.all(), { kind, format }).map(
    ({ operation, row }) => `${operation.id} ${row.name}`,
  )

test('offers a file for exactly the fields that accept its kind and format', () => {
  expect(uses('image', 'png')).toEqual([
    'img2img image',
    'img_upscale image',
    'img_rmbg image',
    'img2video first_frame_image',
    'img2video last_frame_image',
    'aud2video first_frame_image',
    'aud2video last_frame_image',
    'videos_replace ref_image',
    'img2txt image',
  ])
  expect(uses('image', 'avif')).toEqual([])
  expect(uses('audio', 'wav')).toEqual([])
  expect(uses('video', 'mp4')).toEqual([
    'videos_replace video',
    'vid_upscale video',
    'transcription source_file',
    'transcribe source_file',
    'videofile2txt video',
  ])
  expect(uses('audio', 'mp3')).toEqual([
    'aud2video audio',
    'txt2audio ref_audio',
    'txt2music reference_audio',
    'transcription source_file',
    'transcribe source_file',
    'audiofile2txt audio',
  ])
  expect(uses('text', 'txt')).toEqual([
    'txt2img prompt',
    'img2img prompt',
    'txt2video prompt',
    'img2video prompt',
    'aud2video prompt',
    'videos_replace prompt',
    'txt2audio text',
    'txt2audio ref_text',
    'txt2music prompt',
    'txt2music lyrics',
    'txt2embedding input',
  ])
  expect(uses('embedding', 'json')).toEqual([])
})

test('has example texts that alone make a valid form', () => {
  const withExample = catalogue.all().filter(({ exampleText: example }) => example !== undefined)
  expect(withExample.length).toBeGreaterThan(3)
  for (const operation of withExample) {
    const form = buildForm(
      operation,
      modelRecord({ languages: [{ name: 'English', slug: 'en', voices: [] }] }),
    )
    const values = completeValues(form, { [operation.titleField]: operation.exampleText ?? '' }, () => 0.5)
    expect(checkValues(form, values), operation.id).toEqual([])
  }
})

test('counts tasks that turn a file into another of the same kind without a prompt as enhancements', () => {
  const enhancing = new Catalogue().all().filter(isEnhancement)
  expect(enhancing.map(({ id }) => id)).toEqual(['img_upscale', 'img_rmbg', 'vid_upscale'])
  expect(isEnhancement(undefined)).toBe(false)
})

test('every operation has one name: that of its task, and the operation only where a list has several of a task', () => {
  for (const { id, name, partOf } of catalogue.all()) {
    const task = catalogue.find(partOf ?? id)?.name ?? ''
    expect(catalogue.taskName(id)).toBe(task)
    expect(catalogue.operationLabel(id)).toBe(task === name ? name : `${task} · ${name}`)
  }
  expect(catalogue.taskName('audiofile2txt')).toBe('Transcribe')
  expect(catalogue.operationLabel('audiofile2txt')).toBe('Transcribe · Audio file to text')
  expect(catalogue.operationLabel('unknown')).toBe('unknown')
})
