import { expect, test } from 'vitest'
import { axisValues, axisValuesText, drawSeeds, fitPlan, axisFields, emptyPlan } from './planFields.ts'
import type { Form } from '../../../../../src-preload/contract/types/form.ts'

const field = (input: 'numbers' | 'lines' | 'sizes' | 'options') => ({
  id: 'f',
  label: 'F',
  input,
  options: [
    { value: 'photo', label: 'Photograph' },
    { value: 'ink', label: 'Ink' },
  ],
})
const typed = (text: string) => ({ field: 'f', text, picked: [] })

test('numbers are separated by commas, semicolons or line breaks', () => {
  expect(axisValues(field('numbers'), typed(' 4, 8;12\n 0.5,'))).toEqual([4, 8, 12, 0.5])
  expect(axisValues(field('numbers'), typed('4, many'))).toBeNull()
})

test('a comma is a decimal comma where semicolons, line breaks or spaces separate', () => {
  for (const text of ['3,5; 7,5', '3,5\n7,5', '3,5, 7,5', '３，５；７，５'])
    expect(axisValues(field('numbers'), typed(text))).toEqual([3.5, 7.5])
  expect(axisValues(field('numbers'), typed('4, 8;12'))).toEqual([4, 8, 12])
  expect(axisValues(field('numbers'), typed('1,000'))).toBeNull()
})

test('seeds may have separators between groups of digits', () => {
  const seeds = { ...field('numbers'), seeds: { min: 0, max: 2 ** 31 } }
  expect(axisValues(seeds, typed('2,140,937,115; 7'))).toEqual([2_140_937_115, 7])
  expect(axisValues(seeds, typed('7, 42'))).toEqual([7, 42])
})

test('the values are shown as they were understood', () => {
  const shown = (text: string, input: 'numbers' | 'sizes' = 'numbers') =>
    axisValuesText(axisValues(field(input), typed(text)) ?? [])
  expect(shown('3,5; 7')).toBe('3.5 · 7')
  expect(shown('４，８，１２')).toBe('4 · 8 · 12')
  expect(shown('1024x768', 'sizes')).toBe('1024 × 768')
})

test('sizes consist of two sides', () => {
  expect(axisValues(field('sizes'), typed('1024x768, 512 × 512'))).toEqual([
    { width: 1024, height: 768 },
    { width: 512, height: 512 },
  ])
  expect(axisValues(field('sizes'), typed('1024'))).toBeNull()
})

test('texts are separated by line breaks only', () => {
  expect(axisValues(field('lines'), typed('rain, fog\n\nsnow'))).toEqual(['rain, fog', 'snow'])
})

test('options are in the order of the form', () => {
  expect(axisValues(field('options'), { field: 'f', text: '', picked: ['ink', 'photo'] })).toEqual([
    'photo',
    'ink',
  ])
})

test('"4 random" becomes four seeds, and other text stays', () => {
  let seed = 0
  const draw = () => ++seed
  expect(drawSeeds('7, 4 random', draw)).toBe('7, 1, 2, 3, 4')
  expect(drawSeeds('7, 4 rand', draw)).toBe('7, 4 rand')
  expect(drawSeeds('1234 random', draw)).toBe('1234 random')
})

const form: Form = {
  operation: 'paint',
  model: { slug: 'one', name: 'One' },
  defaults: {},
  fields: [
    { required: false, section: 'main', kind: 'text', name: 'prompt', label: 'Prompt', multiline: true },
  ],
}
const models = [
  { slug: 'one', name: 'One', isDelisted: false },
  { slug: 'two', name: 'Two', isDelisted: false },
  { slug: 'delisted', name: 'Delisted', isDelisted: true },
]
const fields = axisFields(form, models)

test('a plan whose fields and models still exist is unchanged', () => {
  const plan = { ...emptyPlan, axes: [{ field: 'model', text: '', picked: ['one', 'two'] }] }
  expect(fitPlan(plan, form, fields, models)).toEqual({ plan, lost: [] })
})

test('parameters, models, columns and files that no longer exist are left out and named', () => {
  const plan = {
    ...emptyPlan,
    axes: [
      { field: 'steps', text: '4, 8', picked: [] },
      { field: 'model', text: '', picked: ['one', 'gone'] },
    ],
    table: {
      name: 't.csv',
      text: 'a,b\n1,2\n',
      format: 'csv' as const,
      columnNames: ['a', 'b'],
      rows: 1,
      columns: { a: 'prompt', b: 'guidance' },
    },
    files: { field: 'image', files: [{ name: 'a.png', id: 'f' }], pair: { by: 'each' as const } },
  }
  const { plan: fitted, lost } = fitPlan(plan, form, fields, models)
  expect(lost).toEqual(['steps', 'gone', 'b', 'Input folder'])
  expect(fitted.axes).toEqual([{ field: 'model', text: '', picked: ['one'] }])
  expect(fitted.table?.columns).toEqual({ a: 'prompt' })
  expect(fitted.files).toBeNull()
})

test('fields and models that are left out are named by their labels if the form or the list of models has them', () => {
  const seed = { required: false, section: 'main', kind: 'seed', name: 'seed', label: 'Seed' } as const
  const steps = { ...seed, kind: 'integer', name: 'steps', label: 'Steps', fixed: 4 } as const
  const withSteps = { ...form, fields: [...form.fields, { ...steps, min: 4, max: 4 }] }
  const plan = {
    ...emptyPlan,
    axes: [
      { field: 'steps', text: '4, 8', picked: [] },
      { field: 'model', text: '', picked: ['one', 'delisted'] },
    ],
  }
  expect(fitPlan(plan, withSteps, axisFields(withSteps, models), models).lost).toEqual(['Steps', 'Delisted'])
  expect(fitPlan(plan, withSteps, axisFields(withSteps, models.slice(0, 1)), models).lost).toEqual([
    'Steps',
    'Model',
  ])
})
