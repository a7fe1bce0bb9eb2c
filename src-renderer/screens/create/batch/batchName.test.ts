import { expect, test } from 'vitest'
import '../../../i18n/lazyTexts.ts'
import type { PlanDraft } from '../../../../src-preload/contract/types/batchDraft.ts'
import { MAX_NAME_LENGTH } from '../../../../src-preload/constraints/limits.ts'
import { formatClock } from '../../../lib/format/time.ts'
import { suggestedName } from './batchName.ts'
import { type AxisField, emptyPlan } from './plan/planFields.ts'

const fields: AxisField[] = [
  {
    id: 'model',
    label: 'Model',
    input: 'options',
    options: ['a', 'b', 'c'].map((value) => ({ value, label: value })),
  },
  { id: 'guidance', label: 'Guidance', input: 'numbers', options: [] },
  { id: 'size', label: 'Size', input: 'sizes', options: [] },
]
const openedAt = Date.UTC(2026, 0, 1, 1, 54)
const nameOf = (plan: Partial<PlanDraft>, rows?: number, prompt = 'a boat') =>
  suggestedName({ plan: { ...emptyPlan, ...plan }, fields, values: { prompt }, rows, openedAt })
const time = formatClock(openedAt)

test('a batch is named after what its jobs differ in, and the time', () => {
  const models = { field: 'model', text: '', picked: ['a', 'b', 'c'] }
  const guidance = { field: 'guidance', text: '4, 8', picked: [] }
  expect(nameOf({ axes: [models] }, 6)).toBe(`3 models × 2 prompts · ${time}`)
  expect(nameOf({ axes: [models, guidance], count: 2 }, 12)).toBe(
    `3 models × 2 guidance values × 2 copies · ${time}`,
  )
})

test('a batch from a table is named after its file', () => {
  const table = {
    name: 'prompts.csv',
    text: '',
    format: 'csv',
    columnNames: [],
    rows: 40,
    columns: {},
  } as const
  expect(nameOf({ table: { ...table, columnNames: [] } }, 40)).toBe(`prompts.csv · 40 rows · ${time}`)
})

test('a batch without differences is named after its prompt, which is cut after a word', () => {
  expect(nameOf({}, 1)).toBe('a boat')
  const long = 'a lighthouse keeper walks slowly along the stormy northern coastline at dusk'
  expect(nameOf({}, 1, long)).toBe('a lighthouse keeper walks slowly along the stormy northern…')
  expect(nameOf({}, 1, '')).toBe('Batch')
})

test('a suggested name is no longer than the maximum length of a name', () => {
  const axes = fields.map(({ id }) => ({ field: id, text: '1x1, 2x2', picked: ['a', 'b'] }))
  const longFields = fields.map((field) => ({
    ...field,
    id: `long ${field.id}`,
    label: 'long label '.repeat(9),
  }))
  const plan = { ...emptyPlan, axes: axes.map((axis) => ({ ...axis, field: `long ${axis.field}` })) }
  const name = suggestedName({ plan, fields: longFields, values: {}, rows: 4, openedAt })
  expect(name.length).toBeLessThanOrEqual(MAX_NAME_LENGTH)
})
