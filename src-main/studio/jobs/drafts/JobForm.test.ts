import { expect, test } from 'vitest'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { Catalogue } from '../../catalogue/Catalogue.ts'
import type { FileMetadata } from '../../catalogue/FindFile.ts'
import { modelRecord } from '../../testing/modelRecord.ts'
import { JobForms } from './JobForm.ts'

const catalogue = new Catalogue()
const talk: FileMetadata = {
  kind: 'audio',
  format: 'mp3',
  mime: 'audio/mpeg',
  bytes: 1000,
  width: null,
  height: null,
  durationMs: 61_000,
  name: 'talk.mp3',
  title: 'talk.mp3',
  path: '/talk.mp3',
  isPresent: true,
}

const open = (operationId: string, file: FileMetadata | null = talk) => {
  const operation = catalogue.find(operationId)
  if (!operation) throw new Error(`no ${operationId}`)
  const record = { ...modelRecord(), inferenceTypes: ['audio_file2text', 'video2text'], isDelisted: false }
  return new JobForms({
    connection: { id: 'c', name: 'C' },
    operation,
    models: { find: () => record },
    findFile: () => file,
    random: () => 0.5,
    findOperation: (id) => catalogue.find(id),
  }).open('test-model')
}

test('the form of a composite task has the job, price and key of the operation that takes its input', () => {
  const composite = open('transcription')
  const routed = open('audiofile2txt')
  const [values, routedValues] = [{ source_file: ['a'] }, { audio: ['a'] }]
  expect(composite.build(values).prepared).toEqual(routed.build(routedValues).prepared)
  expect(composite.build(values).prepared?.operation).toBe('audiofile2txt')
  expect(composite.priceKey(values)).toBe(routed.priceKey(routedValues))
  expect(composite.priceRequest(values)).toEqual(routed.priceRequest(routedValues))
})

test('the form of a composite task keeps its own values, so that its price can be requested with them', () => {
  const composite = open('transcription')
  const { values } = composite.buildForPricing({ source_file: ['a'] })
  expect(values).toEqual({ source_file: ['a'], include_ts: true })
  expect(composite.priceRequest(values)).toEqual(open('audiofile2txt').priceRequest({ audio: ['a'] }))
})

test('exceeded limits of the operation that takes the input are reported at the field of the composite task', () => {
  const large = { ...talk, bytes: 30 * 1024 * 1024 }
  expect(open('transcription', large).check({ source_file: ['a'] })).toMatchObject([
    { field: 'source_file', code: 'file_too_large' },
  ])
  // The unified transcription accepts larger files.
  expect(open('transcribe', large).check({ source_file: ['a'] })).toEqual([])
})

test('without an input, the form of a composite task asks for one', () => {
  const issues = open('transcription').check({})
  expect(issues.map(({ field, code }) => [field, code])).toEqual(
    open('transcribe')
      .check({})
      .map(({ field, code }) => [field, code]),
  )
  expect(issues.length).toBeGreaterThan(0)
})

test('a rejected price request is reported at the field of the composite task', () => {
  const composite = open('transcription')
  const values = { source_url: 'https://youtu.be/1' }
  const problem: Problem = {
    code: 'service_refused',
    money: 'none',
    fields: { video_url: ['Private video'] },
  }
  expect(composite.mapPriceRejection(values, composite.priceRequest(values), problem)).toMatchObject({
    problem: { fields: { source_url: ['Private video'] } },
  })
})

test('the fields of a composite task list their names in the operations, to map rejections to them', () => {
  const { fields } = open('transcription').form
  expect(fields.flatMap(({ name, aliases }) => (aliases ? [[name, aliases]] : []))).toEqual([
    ['source_file', ['audio', 'video']],
    ['source_url', ['audio_url', 'video_url']],
  ])
})

test.each([
  ['txt2img', { prompt: 'a cat \uD83D' }],
  ['txt2img', { prompt: '\uDE00 a cat', negative_prompt: '\uD83D\uD83D' }],
  ['txt2embedding', { input: ['a \uD83D', 'b'] }],
  ['txt2music', { caption: 'slow \uDC00 piano', lyrics: '\uD800' }],
])('half of an emoji never leaves as an escape sequence: %s', (operation, values) => {
  const form = open(operation)
  const { prepared, issues } = form.build({ ...form.form.defaults, ...values })
  const sent = [prepared?.request.text ?? '', JSON.stringify(prepared?.values ?? {}), prepared?.title ?? '']
  for (const text of sent) {
    expect(text).not.toMatch(/\\ud[89a-f]/i)
    expect(text.isWellFormed()).toBe(true)
  }
  if (prepared) expect(sent[0]).toContain('\uFFFD')
  else expect(issues).not.toEqual([])
  if (form.checkPriced(values).length === 0)
    expect(JSON.stringify(form.priceRequest(values))).not.toMatch(/\\ud[89a-f]/i)
})
