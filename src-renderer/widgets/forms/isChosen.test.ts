import { expect, test } from 'vitest'
import type { Form } from '../../../src-preload/contract/types/form.ts'
import { valuesToSend } from './formValues.ts'
import { chosenOf } from './isChosen.ts'

const either = { required: false, section: 'main', oneOf: 'source' } as const
const form: Form = {
  operation: 'listen',
  model: { slug: 'one', name: 'One' },
  fields: [
    {
      ...either,
      kind: 'file',
      name: 'file',
      label: 'File',
      media: ['audio'],
      formats: ['mp3'],
      min: 0,
      max: 1,
      record: false,
    },
    { ...either, kind: 'url', name: 'address', label: 'Address', httpsOnly: false, maxLength: 2048 },
    { required: false, section: 'main', kind: 'boolean', name: 'times', label: 'Times' },
  ],
  defaults: {},
}
const both = { file: ['a'], address: 'https://example.com', times: true }

test('the last pick decides, then what has a value, then the first', () => {
  expect(chosenOf(form, 'source', both, ['address', 'file'])?.name).toBe('address')
  expect(chosenOf(form, 'source', { file: [], address: 'https://' }, [])?.name).toBe('address')
  expect(chosenOf(form, 'source', {}, ['gone'])?.name).toBe('file')
})

test('only the chosen one is sent; the other stays in the draft', () => {
  expect(valuesToSend(form, both, ['address'])).toEqual({ address: both.address, times: true })
  expect(valuesToSend(form, both)).toEqual({ file: ['a'], times: true })
})
