import { screen } from '@testing-library/react'
import { vi } from 'vitest'
import type { Handlers } from '../../../../src-preload/contract/routes.ts'
import type { BatchPreview, PreviewRow } from '../../../../src-preload/contract/types/batch.ts'
import type { Form, Values } from '../../../../src-preload/contract/types/form.ts'
import { show } from '../../gallery/testing/show.tsx'
import { makeBatch } from '../../queue/testing/makeBatch.ts'
import { fakeQueueStudio } from '../../queue/testing/fakeQueueStudio.ts'
import { BatchDialog } from '../batch/BatchDialog.tsx'

const base = { required: false, section: 'main' as const }
/** A form with a prompt, steps and a seed. */
export const form: Form = {
  operation: 'paint',
  model: { slug: 'one', name: 'One' },
  defaults: {},
  fields: [
    { ...base, kind: 'text', name: 'prompt', label: 'Prompt', multiline: true },
    { ...base, kind: 'integer', name: 'steps', label: 'Steps', min: 1, max: 20 },
    { ...base, kind: 'seed', name: 'seed', label: 'Seed', min: 0, max: 99 },
  ],
}
/** Price of a row in nano-dollars. */
export const PRICE = 4_213_000
export const row = (index: number, overrides: Partial<PreviewRow> = {}): PreviewRow => ({
  index,
  title: `row ${index}`,
  model: 'one',
  label: {},
  axisIndexes: [],
  values: {},
  issues: [],
  price: PRICE,
  problem: null,
  ...overrides,
})
/** A preview with the totals of its rows. */
export const previewOf = (rows: PreviewRow[], overrides: Partial<BatchPreview> = {}): BatchPreview => {
  const valid = rows.filter(({ issues }) => issues.length === 0)
  return {
    id: 'p',
    count: rows.length,
    rows,
    total: valid.reduce((sum, { price }) => sum + (price ?? 0), 0),
    unpriced: valid.filter(({ price }) => price === null).length,
    invalidRows: rows.length - valid.length,
    pricesToRequest: 0,
    waitsUntil: null,
    warnings: [],
    ...overrides,
  }
}
/** Shows the dialog with a fake studio. */
export const open = (
  preview: BatchPreview,
  handlers: Partial<Handlers> = {},
  values: Values = { prompt: 'a {red|blue} boat', steps: 8 },
  fields: Form['fields'] = form.fields,
) => {
  const onClose = vi.fn()
  const studio = fakeQueueStudio(
    {},
    {
      'models.list': async () => ({ models: [], refreshedAt: null, refreshing: false, problem: null }),
      'batches.preview': async () => preview,
      'batches.enqueue': async ({ name, cap }) => makeBatch({ name, cap }),
      ...handlers,
    },
  )
  show(<BatchDialog form={{ ...form, fields }} values={values} onClose={onClose} />)
  return { studio, onClose }
}
/** Waits for the button that adds the batch, by its label. */
export const findAddButton = (name: RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })
