import { expect, test } from 'vitest'
import type { Form } from '../../../../src-preload/contract/types/form.ts'
import { fitPlan } from './fitPlan.ts'
import { axisFields, emptyPlan } from './planFields.ts'

const form: Form = {
  operation: 'paint',
  model: { slug: 'one', name: 'One' },
  defaults: {},
  fields: [
    { required: false, section: 'main', kind: 'text', name: 'prompt', label: 'Prompt', multiline: true },
  ],
}
const fields = axisFields(
  form,
  ['one', 'two'].map((slug) => ({ slug, name: slug, isDelisted: false })),
)

test('a plan whose fields and models still exist is unchanged', () => {
  const plan = { ...emptyPlan, axes: [{ field: 'model', text: '', picked: ['one', 'two'] }] }
  expect(fitPlan(plan, form, fields)).toEqual({ plan, lost: [] })
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
  const { plan: fitted, lost } = fitPlan(plan, form, fields)
  expect(lost).toEqual(['steps', 'gone', 'b', 'image'])
  expect(fitted.axes).toEqual([{ field: 'model', text: '', picked: ['one'] }])
  expect(fitted.table?.columns).toEqual({ a: 'prompt' })
  expect(fitted.files).toBeNull()
})
