import { expect, test } from 'vitest'
import type { Form } from '../../../../../src-preload/contract/types/form.ts'
import { guessColumns } from './guessColumns.ts'

const base = { required: false, section: 'main' as const }
const form: Form = {
  operation: 'paint',
  model: { slug: 'one', name: 'One' },
  defaults: {},
  fields: [
    { ...base, kind: 'text', name: 'prompt', label: 'Prompt', multiline: true },
    { ...base, kind: 'integer', name: 'steps', label: 'Number of steps' },
    { ...base, kind: 'size', name: 'size', label: 'Size', width: {}, height: {}, presets: [] },
  ],
}

test('columns go to the entry of the same name or label, and no entry gets two', () => {
  expect(guessColumns(form, ['PROMPT', 'number_of_steps', 'steps', 'Width', 'notes'])).toEqual({
    PROMPT: 'prompt',
    number_of_steps: 'steps',
    Width: 'width',
  })
})

test('a single column nobody knows is the text', () => {
  expect(guessColumns(form, ['line'])).toEqual({ line: 'prompt' })
  expect(guessColumns(form, ['a', 'b'])).toEqual({})
})
