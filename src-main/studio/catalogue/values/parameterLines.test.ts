import { describe, expect, test } from 'vitest'
import { modelRecord } from '../../testing/modelRecord.ts'
import { buildForm } from '../form/buildForm.ts'
import { Catalogue } from '../Catalogue.ts'
import { completeValues } from './checkValues.ts'
import { entriesOf } from '../form/entries.ts'
import { inputFiles } from '../fixtures/inputFiles.ts'
import { imageFixtures } from '../fixtures/imageFixtures.ts'
import { audioFixtures } from '../fixtures/audioFixtures.ts'
import { textFixtures } from '../fixtures/textFixtures.ts'
import { videoFixtures } from '../fixtures/videoFixtures.ts'
import { parameterLines } from './describeValues.ts'
import { txt2audio, txt2music } from '../rows/audioOperations.ts'
import { txt2img } from '../rows/imageOperations.ts'

const fixtures = [...imageFixtures, ...videoFixtures, ...audioFixtures, ...textFixtures]
const operations = new Catalogue().all()
const linesOf = (...[operation, values, record]: Parameters<typeof parameterLines>) =>
  parameterLines(operation, values, record).map(({ label, text }) => `${label}: ${text}`)

test('covers every operation that jobs have with fixtures', () => {
  const ids = operations.flatMap(({ id, routes }) => (routes ? [] : [id]))
  expect(new Set(fixtures.map(({ operation }) => operation))).toEqual(new Set(ids))
})

describe.each(fixtures)(
  'the parameters of the fixture $operation, $variant',
  ({ operation: id, model, values }) => {
    const operation = operations.find((candidate) => candidate.id === id)
    const record = modelRecord({ slug: 'm', ...model })
    const form = operation && buildForm(operation, record)
    const complete = form ? completeValues(form, values, () => 0) : {}

    test.each([
      ['with its model', record],
      ['without its model', null],
    ])('%s, label every entry as the form does and show no file id', (_, listed) => {
      const lines = parameterLines(operation, complete, listed)
      const labels = new Set(
        form?.fields.flatMap((field) => [field.label, ...entriesOf(field).map(({ label }) => label)]),
      )
      for (const { label } of lines) expect(labels).toContain(label)
      const files = operation?.fields.filter(({ kind }) => kind === 'file').map(({ name }) => name) ?? []
      const entries = Object.entries(complete).filter(
        ([name, value]) => !files.includes(name) && value !== '',
      )
      const sizeLines = 'width' in complete && 'height' in complete ? 1 : 0
      expect(lines).toHaveLength(entries.length - sizeLines)
      for (const { text } of lines) expect(Object.keys(inputFiles)).not.toContain(text)
    })
  },
)

const voiceModel = modelRecord({
  languages: [
    {
      name: 'English (US)',
      slug: 'en-us',
      voices: [{ name: 'Wren', slug: 'af_wren', gender: null }],
    },
  ],
})
const speech = { text: 'Hello.\n\nAgain.', mode: 'custom_voice', lang: 'en-us', voice: 'af_wren', speed: 1.5 }

test('shows option labels and puts the complete title text first', () => {
  expect(linesOf(txt2audio, { ...speech, format: 'mp3' }, voiceModel)).toEqual([
    'Text: Hello.\n\nAgain.',
    'Voice source: Preset voice',
    'Language: English (US)',
    'Voice: Wren',
    'Speed: 1.5 ×',
    'Format: MP3',
  ])
})

test('names the language and shows the id of the voice if the model is missing or has other voices', () => {
  const withoutVoiceNames = ['Language: American English', 'Voice: af_wren']
  expect(linesOf(txt2audio, speech, null)).toEqual(expect.arrayContaining(withoutVoiceNames))
  expect(linesOf(txt2audio, speech, modelRecord())).toEqual(expect.arrayContaining(withoutVoiceNames))
  expect(linesOf(txt2audio, { lang: 'the old tongue' }, null)).toEqual(['Language: the old tongue'])
})

test('shows a special value by its label, not as text', () => {
  const lines = parameterLines(txt2music, { prompt: 'rain', lyrics: '[Instrumental]', duration: 30 }, null)
  expect(lines.map(({ text, as }) => `${as}: ${text}`)).toEqual([
    'multiline: rain',
    'singleLine: Instrumental',
    'singleLine: 30 s',
  ])
})

test('shows LoRAs with weights and a size on one line', () => {
  const record = modelRecord({ loras: [{ name: 'grain-v2', label: 'Film grain' }] })
  const loras = [
    { name: 'grain-v2', weight: 0.8 },
    { name: 'ink', weight: 1 },
  ]
  expect(
    linesOf(txt2img, { width: 1024, height: 768, loras, seed: 0, negative_prompt: ' ' }, record),
  ).toEqual(['Size: 1024 × 768', 'Seed: 0', 'LoRAs: Film grain · 0.8, ink · 1'])
})

test('makes labels for unknown entries and leaves out empty ones', () => {
  const values = { frames_per_second: 24, tile: false, note: '', extra: null, parts: ['a', 'b'] }
  const lines = ['Frames per second: 24', 'Tile: No', 'Parts: a, b']
  expect(linesOf(undefined, values, null)).toEqual(lines)
  expect(linesOf(txt2img, values, null)).toEqual(lines)
})
