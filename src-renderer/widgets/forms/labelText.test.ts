import { expect, test } from 'vitest'
import type { Form } from '../../../src-preload/contract/types/form.ts'
import { labelText, namesFields } from './labelText.ts'

const form: Form = {
  operation: 'paint',
  model: { slug: 'one', name: 'One' },
  defaults: {},
  fields: [{ kind: 'integer', name: 'n', label: 'Steps', min: 1, max: 20, required: false, section: 'main' }],
}

test('each value has its name: that of its field, or what it counts', () => {
  expect(labelText({ row: '3', n: '8', copy: '12' }, form)).toBe('row 3 · Steps 8 · copy 12')
})

test('without its form a count keeps its name, and no field is called by the name the service gives it', () => {
  expect(labelText({ n: '8', copy: '12' }, undefined)).toBe('8 · copy 12')
})

test('a form is wanted only where a field is named', () => {
  expect([{ copy: '1', row: '2', file: 'a.png' }, { n: '8' }, {}].map(namesFields)).toEqual([
    false,
    true,
    false,
  ])
})
