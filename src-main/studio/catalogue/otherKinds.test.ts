import { expect, test } from 'vitest'
import type { Values } from '../../../src-preload/contract/types/form.ts'
import { modelRecord } from '../testing/modelRecord.ts'
import { buildForm } from './form/buildForm.ts'
import { buildPriceRequest, priceKey } from './requests/buildPriceRequest.ts'
import { buildRequest } from './requests/buildRequest.ts'
import { adaptValues } from './values/adaptValues.ts'
import { checkValues } from './values/checkValues.ts'
import { entryForWireName } from './requests/mapFieldErrors.ts'
import type { Operation } from './Operation.ts'

const base = { section: 'main', required: true } as const

/** An operation that no service has, with renamed parameters, another encoding, a small price body and the remaining kinds. */
const song: Operation = {
  id: 'txt2song',
  inferenceTypes: ['txt2song', 'text-to-song'],
  name: 'Text to song',
  group: 'audio',
  outputKinds: ['audio'],
  viewer: 'audio',
  path: 'songs',
  encoding: 'multipart',
  price: { path: 'songs/price', encoding: 'json', fields: ['steps'] },
  titleField: 'prompt',
  fields: [
    {
      ...base,
      kind: 'text',
      name: 'prompt',
      label: 'Caption',
      priced: false,
      wire: { prompt: 'caption' },
      multiline: false,
      length: {
        limitKeys: { min: 'min_caption', max: 'max_caption' },
        documentedBounds: { min: 1, max: 1000 },
        plausible: { min: 0, max: 100_000 },
      },
    },
    {
      ...base,
      kind: 'integer',
      name: 'steps',
      label: 'Steps',
      priced: true,
      wire: { steps: 'inference_steps' },
      range: {
        limitKeys: { max: 'max_steps' },
        documentedBounds: { min: 1, max: 100 },
        plausible: { min: 1, max: 1000 },
      },
      default: { modelKey: 'steps', value: 20 },
    },
    {
      ...base,
      kind: 'choice',
      name: 'format',
      label: 'Format',
      priced: false,
      optionsKey: 'output_formats',
      options: [
        { value: 'mp3', label: 'MP3' },
        { value: 'wav', label: 'WAV' },
      ],
      default: { modelKey: 'format', value: 'mp3' },
    },
    {
      ...base,
      kind: 'boolean',
      name: 'instrumental',
      label: 'Instrumental',
      priced: false,
      default: { value: false },
    },
  ],
}
const record = modelRecord({
  slug: 's',
  limits: { min_caption: 3, max_caption: 5 },
  lists: { output_formats: ['wav', 'flac', 'wav'] },
  defaults: { format: 'WAV', steps: '30' },
})
const form = buildForm(song, record)
const values: Values = { prompt: 'jazz', steps: 12, format: 'flac', instrumental: true }

test('takes request names, encodings and the fields of the price body from the row', () => {
  expect(buildRequest(song, form, values)).toEqual({
    path: 'songs',
    encoding: 'multipart',
    text: '{"model":"s","caption":"jazz","inference_steps":12,"format":"flac","instrumental":true}',
    files: [],
  })
  expect(buildPriceRequest(song, form, values)).toEqual({
    path: 'songs/price',
    encoding: 'json',
    text: '{"model":"s","inference_steps":12}',
    fallbackPath: 'songs/price-calculation',
  })
  expect(entryForWireName(song, 'inference_steps')).toBe('steps')
  expect(priceKey('c', song, form, { steps: 12 })).toBe(priceKey('c', song, form, values))
})

test("replaces the options with the model's list and accepts a label as its default", () => {
  expect(form.fields.find(({ name }) => name === 'format')).toMatchObject({
    options: [
      { value: 'wav', label: 'WAV' },
      { value: 'flac', label: 'FLAC' },
    ],
  })
  expect(form.defaults).toEqual({ steps: 30, format: 'wav', instrumental: false })
})

test.each<[Values, object]>([
  [{ prompt: '🎷🎷' }, { field: 'prompt', code: 'too_short', params: { min: 3, length: 2 } }],
  [{ prompt: '🎷🎷🎷🎷🎷🎷' }, { field: 'prompt', code: 'too_long', params: { max: 5, length: 6 } }],
  [{ format: 'mp3' }, { field: 'format', code: 'not_an_option' }],
  [{ instrumental: 'yes' }, { field: 'instrumental', code: 'wrong_kind' }],
])('reports %j at its field', (wrong, issue) => {
  expect(checkValues(form, { ...values, ...wrong })).toEqual([issue])
})

test('resets a choice that the model does not offer and keeps text that is too long', () => {
  const { values: carried, resets } = adaptValues(song, form, {
    ...values,
    prompt: 'a whole song',
    format: 'mp3',
  })
  expect(carried).toMatchObject({ prompt: 'a whole song', format: 'wav', instrumental: true })
  expect(resets).toEqual([{ field: 'format', label: 'Format', from: 'mp3', fromText: 'MP3', to: 'wav' }])
})
