import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { SpendJob, SpendReport, SpendRow } from '../../../src-preload/contract/types/spend.ts'
import { stubElementSizes } from '../gallery/testing/stubElementSize.ts'
import { type Money, fakeLibraryStudio } from '../gallery/testing/fakeLibraryStudio.ts'
import { show } from '../gallery/testing/show.tsx'
import { makeJob } from '../queue/testing/makeJob.ts'
import { selectedJobStore } from '../../widgets/jobs/selectedJobStore.ts'
import { Spend } from './Spend.tsx'

const none = { jobs: 0, amount: 0 }
const sums = {
  quoted: none,
  completed: none,
  running: none,
  uncertain: none,
  unconfirmed: none,
  refunded: none,
  starred: 0,
}
const row: SpendRow = {
  key: 'aurora',
  label: 'Example One',
  ...sums,
  completed: { jobs: 2, amount: 8_426_000 },
}
const report: SpendReport = {
  from: '2026-01-01',
  to: '2026-01-15',
  today: '2026-01-15',
  by: 'model',
  totals: { ...sums, completed: row.completed },
  rows: [row],
  more: 0,
  // No points, because jsdom has no canvas.
  plot: { unit: 'day', series: [], points: [] },
}
const item = (overrides: Parameters<typeof makeJob>[0], more: Partial<SpendJob> = {}): SpendJob => {
  const job = makeJob(overrides)
  const { id, title } = job
  return { id, title, at: Date.UTC(2026, 0, 10), kind: 'completed', amount: 4_213_000, job, ...more }
}
const page = (jobs: SpendJob[], next: string | null = null) => ({
  from: '2026-01-01',
  to: '2026-01-15',
  row,
  jobs,
  next,
})
const open = (
  rowJobs: NonNullable<Money['rowJobs']>,
  hash = '#/spend/jobs?period=month&by=model&key=aurora',
) => {
  location.hash = hash
  const studio = fakeLibraryStudio({ money: { report, rowJobs } })
  show(<Spend />)
  return studio
}
stubElementSizes()

test('a row opens its jobs, and Escape returns to it', async () => {
  const studio = open(async () => page([item({})]), '#/spend?period=month&by=model')
  const link = await screen.findByRole('link', { name: 'Example One' })
  await userEvent.click(link)
  expect(location.hash).toBe('#/spend/jobs?period=month&by=model&key=aurora')
  expect(document.activeElement).toBe(await screen.findByRole('heading', { name: 'Example One' }))
  expect(studio.inputs('spend.jobs')).toEqual([
    { period: 'month', by: 'model', key: 'aurora', before: null, limit: 100 },
  ])
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(location.hash).toBe('#/spend?period=month&by=model'))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Example One' })))
})

test('each job shows its price and links to its batch, the queue or Create', async () => {
  const failed = item({ state: 'failed', title: 'failed' }, { kind: 'refunded' })
  open(async () =>
    page([
      item({ state: 'queued', batch: 'night', title: 'waits' }, { kind: 'quoted' }),
      item({ state: 'uncertain', title: 'lost' }, { kind: 'uncertain' }),
      failed,
      item({ price: null, title: 'unpriced', state: 'closed' }, { kind: 'uncertain', amount: 0 }),
      { ...item({ title: 'broken' }), job: null },
    ]),
  )
  const link = async (name: RegExp) => (await screen.findByRole('link', { name })).getAttribute('href')
  expect(await link(/^waits.*Reserved\$0\.004213$/)).toBe('#/queue/night')
  expect(await link(/^lost.*Unconfirmed/)).toBe('#/queue')
  expect(await link(/^unpriced.*—$/)).toBe('#/create')
  expect(screen.queryByRole('link', { name: /^broken/ })).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: /^failed.*Refunded/ }))
  expect([location.hash, selectedJobStore.getState().selected]).toEqual(['#/create', failed.id])
})

test('the sums of the row are on top, and further pages load after the first', async () => {
  const requested: (string | null)[] = []
  open(async ({ before }) => {
    requested.push(before)
    return before === null ? page([item({ title: 'first' })], '5.1') : page([item({ title: 'second' })])
  })
  const totals = within(await screen.findByRole('region', { name: 'Totals' }))
  expect(totals.getByText('$0.008426')).toBeDefined()
  expect(await screen.findByText('second')).toBeDefined()
  expect(requested).toEqual([null, '5.1'])
})

test('a further page that fails to load is not requested in a loop', async () => {
  const requested: (string | null)[] = []
  open(async ({ before }) => {
    requested.push(before)
    if (before !== null) throw new Error('failed')
    return page([item({ title: 'first' })], '5.1')
  })
  expect(await screen.findByText('first')).toBeDefined()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(requested).toEqual([null, '5.1'])
})
