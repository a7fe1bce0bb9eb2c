import { expect, test } from 'vitest'
import type { Form } from '../../../src-preload/contract/types/form.ts'
import { valuesToSend, chosenField, labelText, hasFieldNames } from './formValues.ts'

const exclusive = { required: false, section: 'main', oneOf: 'source' } as const
const form: Form = {
  operation: 'listen',
  model: { slug: 'one', name: 'One' },
  fields: [
    {
      ...exclusive,
      kind: 'file',
      name: 'file',
      label: 'File',
      media: ['audio'],
      formats: ['mp3'],
      min: 0,
      max: 1,
      record: false,
    },
    { ...exclusive, kind: 'url', name: 'address', label: 'Address', httpsOnly: false, maxLength: 2048 },
    { required: false, section: 'main', kind: 'boolean', name: 'times', label: 'Times' },
  ],
  defaults: {},
}
const allValues = { file: ['a'], address: 'https://example.com', times: true }

test('the most recently picked field is chosen, then one with a value, then the first', () => {
  expect(chosenField(form, 'source', allValues, ['address', 'file'])?.name).toBe('address')
  expect(chosenField(form, 'source', { file: [], address: 'https://' }, [])?.name).toBe('address')
  expect(chosenField(form, 'source', {}, ['gone'])?.name).toBe('file')
})

test('only the chosen field is sent; the other stays in the draft', () => {
  expect(valuesToSend(form, allValues, ['address'])).toEqual({ address: allValues.address, times: true })
  expect(valuesToSend(form, allValues)).toEqual({ file: ['a'], times: true })
})

const cleared = { prompt: ' ', steps: null, style: '', note: '', seed: null }

test('a cleared value whose field has a default is sent as null, so that the default is not used; others are left out', () => {
  const text = { required: false, section: 'main', kind: 'text', multiline: false } as const
  const integer = { required: true, section: 'main', kind: 'integer' } as const
  const paint: Form = {
    operation: 'paint',
    model: { slug: 'one', name: 'One' },
    fields: [
      { ...text, name: 'prompt', label: 'Prompt' },
      { ...integer, name: 'steps', label: 'Steps', min: 1, max: 20 },
      { ...text, name: 'style', label: 'Style' },
      { ...text, name: 'note', label: 'Note' },
      { ...text, name: 'mood', label: 'Mood' },
      { ...integer, name: 'frames', label: 'Frames', fixed: 8 },
      { required: true, section: 'main', kind: 'seed', name: 'seed', label: 'Seed', min: 0, max: 9 },
    ],
    defaults: { steps: 8, style: 'oil', mood: 'calm', frames: 8 },
  }
  expect(valuesToSend(paint, cleared)).toEqual({ steps: null, style: null, frames: 8 })
})

const batchForm: Form = {
  operation: 'paint',
  model: { slug: 'one', name: 'One' },
  defaults: {},
  fields: [{ kind: 'integer', name: 'n', label: 'Steps', min: 1, max: 20, required: false, section: 'main' }],
}

test('each value is preceded by the label of its field, or by what it counts', () => {
  expect(labelText({ row: '3', n: '8', copy: '12' }, batchForm)).toBe('row 3 · Steps 8 · copy 12')
})

test('without the form, the values of fields have no label', () => {
  expect(labelText({ n: '8', copy: '12' }, undefined)).toBe('8 · copy 12')
})

test('rows, files and copies are not fields', () => {
  expect([{ copy: '1', row: '2', file: 'a.png' }, { n: '8' }, {}].map(hasFieldNames)).toEqual([
    false,
    true,
    false,
  ])
})
