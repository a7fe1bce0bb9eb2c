import { expect, test } from 'vitest'
import type { Form } from '../../../../../src-preload/contract/types/form.ts'
import { guessColumns, suggestTargets } from './tableColumns.ts'

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

test('columns are mapped to the field with the same name or label, at most one to each field', () => {
  expect(guessColumns(form, ['PROMPT', 'number_of_steps', 'steps', 'Width', 'notes'])).toEqual({
    PROMPT: 'prompt',
    number_of_steps: 'steps',
    Width: 'width',
  })
})

test('a single unknown column is mapped to the prompt', () => {
  expect(guessColumns(form, ['line'])).toEqual({ line: 'prompt' })
  expect(guessColumns(form, ['a', 'b'])).toEqual({})
})

test('for a misspelled column, the unused field with a similar name is suggested', () => {
  const suggestions = suggestTargets(form, { columnNames: ['prmpt', 'wdth', 'notes'], columns: {} })
  expect(suggestions).toEqual({
    prmpt: { entry: 'prompt', label: 'Prompt' },
    wdth: { entry: 'width', label: 'Width' },
    notes: undefined,
  })
  const used = suggestTargets(form, { columnNames: ['prompt', 'prmpt'], columns: { prompt: 'prompt' } })
  expect(used).toEqual({ prmpt: undefined })
})
