import { expect, test } from 'vitest'
import type { Form } from '../../../src-preload/contract/types/form.ts'
import { valuesToSend, chosenField } from './formValues.ts'

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

test('the last picked field is chosen, then one with a value, then the first', () => {
  expect(chosenField(form, 'source', allValues, ['address', 'file'])?.name).toBe('address')
  expect(chosenField(form, 'source', { file: [], address: 'https://' }, [])?.name).toBe('address')
  expect(chosenField(form, 'source', {}, ['gone'])?.name).toBe('file')
})

test('only the chosen field is sent; the other stays in the draft', () => {
  expect(valuesToSend(form, allValues, ['address'])).toEqual({ address: allValues.address, times: true })
  expect(valuesToSend(form, allValues)).toEqual({ file: ['a'], times: true })
})
