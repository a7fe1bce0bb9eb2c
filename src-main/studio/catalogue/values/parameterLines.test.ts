import { describe, expect, test } from 'vitest'
import { modelRecord } from '../../testing/modelRecord.ts'
import { buildForm } from '../form/buildForm.ts'
import { Catalogue } from '../Catalogue.ts'
import { completeValues } from './completeValues.ts'
import { entriesOf } from '../form/entries.ts'
import { inputFiles } from '../fixtures/inputFiles.ts'
import { pictureFixtures } from '../fixtures/imageFixtures.ts'
import { soundFixtures } from '../fixtures/audioFixtures.ts'
import { textFixtures } from '../fixtures/textFixtures.ts'
import { videoFixtures } from '../fixtures/videoFixtures.ts'
import { recipeLines } from './parameterLines.ts'
import { txt2audio } from '../rows/txt2audio.ts'
import { txt2img } from '../rows/txt2img.ts'
import { txt2music } from '../rows/txt2music.ts'

const fixtures = [...pictureFixtures, ...videoFixtures, ...soundFixtures, ...textFixtures]
const operations = new Catalogue().all()
const said = (...[operation, values, record]: Parameters<typeof recipeLines>) =>
  recipeLines(operation, values, record).map(({ label, text }) => `${label}: ${text}`)

test('There is a recipe to read for every task', () => {
  expect(new Set(fixtures.map(({ operation }) => operation))).toEqual(new Set(operations.map(({ id }) => id)))
})

describe.each(fixtures)('the recipe of $operation filled $filled', ({ operation: id, model, values }) => {
  const operation = operations.find((one) => one.id === id)
  const record = modelRecord({ slug: 'm', ...model })
  const form = operation && buildForm(operation, record)
  const whole = form ? completeValues(form, values, () => 0) : {}

  test.each([
    ['and its model', record],
    ['whose model is gone', null],
  ])('%s names every entry as the form does, and no file by its id', (_, known) => {
    const lines = recipeLines(operation, whole, known)
    const labels = new Set(
      form?.fields.flatMap((field) => [field.label, ...entriesOf(field).map(({ label }) => label)]),
    )
    for (const { label } of lines) expect(labels).toContain(label)
    const files = operation?.fields.filter(({ kind }) => kind === 'file').map(({ name }) => name) ?? []
    const entries = Object.entries(whole).filter(([name, value]) => !files.includes(name) && value !== '')
    const sized = 'width' in whole && 'height' in whole ? 1 : 0
    expect(lines).toHaveLength(entries.length - sized)
    for (const { text } of lines) expect(Object.keys(inputFiles)).not.toContain(text)
  })
})

const birds = modelRecord({
  languages: [
    {
      name: 'English (US)',
      slug: 'en-us',
      voices: [{ name: 'Wren', slug: 'af_wren', gender: null }],
    },
  ],
})
const speech = { text: 'Hello.\n\nAgain.', mode: 'custom_voice', lang: 'en-us', voice: 'af_wren', speed: 1.5 }

test('Options are said as the form says them, what was asked for in words first and whole', () => {
  expect(said(txt2audio, { ...speech, format: 'mp3' }, birds)).toEqual([
    'Text: Hello.\n\nAgain.',
    'Voice from: A voice of the model',
    'Language: English (US)',
    'Voice: Wren',
    'Speed: 1.5 ×',
    'Format: MP3',
  ])
})

test('A model that is gone, or has other voices now, leaves a recipe that can be read', () => {
  const gone = ['Language: American English', 'Voice: af_wren']
  expect(said(txt2audio, speech, null)).toEqual(expect.arrayContaining(gone))
  expect(said(txt2audio, speech, modelRecord())).toEqual(expect.arrayContaining(gone))
  expect(said(txt2audio, { lang: 'the old tongue' }, null)).toEqual(['Language: the old tongue'])
})

test('A value with a name of its own goes by it, and is no text', () => {
  const lines = recipeLines(txt2music, { prompt: 'rain', lyrics: '[Instrumental]', duration: 30 }, null)
  expect(lines.map(({ text, as }) => `${as}: ${text}`)).toEqual([
    'words: rain',
    'fact: Instrumental',
    'fact: 30 s',
  ])
})

test('LoRAs come with their weights, sizes on one line, switches in words', () => {
  const record = modelRecord({ loras: [{ name: 'grain-v2', label: 'Film grain' }] })
  const loras = [
    { name: 'grain-v2', weight: 0.8 },
    { name: 'ink', weight: 1 },
  ]
  expect(said(txt2img, { width: 1024, height: 768, loras, seed: 0, negative_prompt: ' ' }, record)).toEqual([
    'Size: 1024 × 768',
    'Seed: 0',
    'LoRAs: Film grain · 0.8, ink · 1',
  ])
})

test('What no form has is named by itself, and what is empty is left out', () => {
  const values = { frames_per_second: 24, tile: false, note: '', extra: null, parts: ['a', 'b'] }
  const lines = ['Frames per second: 24', 'Tile: No', 'Parts: a, b']
  expect(said(undefined, values, null)).toEqual(lines)
  expect(said(txt2img, values, null)).toEqual(lines)
})
