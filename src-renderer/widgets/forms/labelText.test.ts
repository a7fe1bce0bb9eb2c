import { expect, test } from 'vitest'
import type { Form } from '../../../src-preload/contract/types/form.ts'
import { labelText, hasFieldNames } from './labelText.ts'

const form: Form = {
  operation: 'paint',
  model: { slug: 'one', name: 'One' },
  defaults: {},
  fields: [{ kind: 'integer', name: 'n', label: 'Steps', min: 1, max: 20, required: false, section: 'main' }],
}

test('each value is preceded by its field label or its kind', () => {
  expect(labelText({ row: '3', n: '8', copy: '12' }, form)).toBe('row 3 · Steps 8 · copy 12')
})

test('without the form, a copy keeps its name and a field has no name', () => {
  expect(labelText({ n: '8', copy: '12' }, undefined)).toBe('8 · copy 12')
})

test('the form is needed only if a field is named', () => {
  expect([{ copy: '1', row: '2', file: 'a.png' }, { n: '8' }, {}].map(hasFieldNames)).toEqual([
    false,
    true,
    false,
  ])
})
