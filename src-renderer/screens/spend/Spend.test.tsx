import { act, cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { Balance, BalanceSpan } from '../../../src-preload/contract/types/balance.ts'
import type { SpendReport, SpendSums } from '../../../src-preload/contract/types/spend.ts'
import { fakeLibraryStudio, type Money } from '../gallery/testing/fakeLibraryStudio.ts'
import { show, untilFailed } from '../gallery/testing/show.tsx'
import { Spend } from './Spend.tsx'

const none = { jobs: 0, amount: 0 }
const zero: SpendSums = {
  quoted: none,
  completed: none,
  running: none,
  uncertain: none,
  unconfirmed: none,
  refunded: none,
  starred: 0,
}
const reportOf = (totals: Partial<SpendSums>, more: Partial<SpendReport> = {}): SpendReport => ({
  from: '2026-01-01',
  to: '2026-01-15',
  today: '2026-01-15',
  by: 'day',
  totals: { ...zero, ...totals },
  rows: [],
  more: 0,
  plot: { unit: 'day', series: [], points: [] },
  ...more,
})
const knownBalance: Balance = {
  connectionId: 'c',
  state: 'reported',
  balance: 19_720_000_000,
  at: Date.now(),
  warnBelow: 1_000_000_000,
  reserved: 0,
  shortfall: 0,
  level: 'fine',
}
const some = { jobs: 2, amount: 8_426_000 }

const open = (money: Money) => {
  const studio = fakeLibraryStudio({ money })
  show(<Spend />)
  return studio
}
beforeEach(() => {
  location.hash = '#/spend'
})

test('unconfirmed refunds are listed separately', async () => {
  open({ report: reportOf({ completed: some, unconfirmed: { jobs: 2, amount: 9_900_000 } }) })
  const totals = await screen.findByRole('region', { name: 'Totals' })
  const one = within(totals).getByText('Refund not confirmed').parentElement
  expect(one?.textContent).toMatch(/\$0\.0099\d*2 jobsfailed, refund not reported/)
  expect(screen.getByRole('columnheader', { name: 'Refund not confirmed' })).toBeDefined()
})

test('without unconfirmed refunds, they are not mentioned', async () => {
  open({ report: reportOf({ completed: some, refunded: some }) })
  await screen.findByRole('region', { name: 'Totals' })
  expect(screen.queryByText('Refund not confirmed')).toBeNull()
})

test('sums are described as quoted, and only uncertain jobs as possibly charged', async () => {
  open({ report: reportOf({ completed: some, uncertain: { jobs: 1, amount: 9_900_000 } }) })
  const totals = within(await screen.findByRole('region', { name: 'Totals' }))
  expect(totals.getByText('$0.008426')).toBeDefined()
  expect(totals.getByText('$0.0099')).toBeDefined()
  expect(totals.getByRole('link', { name: 'Review in queue' })).toBeDefined()
  expect(document.body.textContent?.match(/charged/g)).toHaveLength(1)
})

test('jobs with unconfirmed charges that were closed or resent have a note instead of a link', async () => {
  open({ undecided: 0, report: reportOf({ completed: some, uncertain: { jobs: 1, amount: 9_900_000 } }) })
  expect(await screen.findByText('You already resent them or stopped tracking them')).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Review in queue' })).toBeNull()
})

test('the headline is the completed amount; other amounts are shown only if there are such jobs', async () => {
  open({ report: reportOf({ completed: some, running: { jobs: 1, amount: 5_000_000 } }) })
  const totals = within(await screen.findByRole('region', { name: 'Totals' }))
  expect(totals.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Completed',
    'In progress',
  ])
})

test('the price per starred result includes all completed jobs', async () => {
  open({ report: reportOf({ completed: { jobs: 120, amount: 434_000_000 }, starred: 14 }) })
  expect(await screen.findByText('14 of 120 starred')).toBeDefined()
  expect(screen.getByText(/per starred result/).textContent).toContain('$0.031')
})

// jsdom has no canvas; the table has the same data as the plot.
test('the plot can be shown as a table', async () => {
  const plot: SpendReport['plot'] = {
    unit: 'day',
    series: [
      { key: 'completed', label: null },
      { key: 'running', label: null },
    ],
    points: [
      { day: '2026-01-14', amounts: [0, 0] },
      { day: '2026-01-15', amounts: [12_639_000, 1_000_000] },
    ],
  }
  open({ report: reportOf({ completed: some }, { plot }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Show as table' }))
  const table = within(screen.getByRole('region', { name: 'Daily' })).getAllByRole('table')[0]
  const rows = within(table ?? document.body).getAllByRole('row')
  expect(rows).toHaveLength(2)
  expect(rows[1]?.textContent).toContain('$0.012639$0.001$0.013639')
})

test('the table of a long period has a column of months, and one for each of two batches with the same name', async () => {
  const plot: SpendReport['plot'] = {
    unit: 'month',
    series: [
      { key: 'one', label: 'Night run' },
      { key: 'two', label: 'Night run' },
    ],
    points: [{ day: '2026-01-01', amounts: [1_000_000, 2_000_000] }],
  }
  open({ report: reportOf({ completed: some }, { plot, by: 'batch' }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Show as table' }))
  const table = within(screen.getByRole('region', { name: 'Monthly' })).getAllByRole('table')[0]
  const heads = within(table ?? document.body).getAllByRole('columnheader')
  expect(heads.map(({ textContent }) => textContent)).toEqual(['Month', 'Night run', 'Night run', 'Total'])
})

test('changing the period and grouping updates the request and the URL', async () => {
  const studio = open({ report: reportOf({ completed: some }) })
  await userEvent.click(await screen.findByRole('radio', { name: 'Last month' }))
  await userEvent.click(screen.getByRole('radio', { name: 'Model' }))
  expect(location.hash).toBe('#/spend?period=last_month&by=model')
  expect(studio.inputs('spend.report').at(-1)).toEqual({ period: 'last_month', by: 'model' })
})

test('a custom period starts with the shown one', async () => {
  const studio = open({ report: reportOf({ completed: some }) })
  await userEvent.click(await screen.findByRole('radio', { name: 'Custom' }))
  expect(studio.inputs('spend.report').at(-1)).toEqual({
    period: { from: '2026-01-01', to: '2026-01-15' },
    by: 'day',
  })
  const from = await screen.findByLabelText('From')
  await userEvent.clear(from)
  await userEvent.type(from, '2026-01-10')
  expect(location.hash).toBe('#/spend?from=2026-01-10&to=2026-01-15&by=day')
  expect(document.activeElement).toBe(screen.getByLabelText('From'))
})

test('the period can be exported as CSV', async () => {
  const studio = open({ report: reportOf({ completed: some }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Export CSV' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'CSV file for Excel', hidden: true }))
  expect(await screen.findByText(/3 jobs exported/)).toBeDefined()
  expect(studio.inputs('spend.export')).toEqual([{ period: 'month', bom: true }])
  expect(studio.saved).toEqual(['e1 easel-spend-2026-01-15.csv'])
})

test('an empty report shows a message', async () => {
  open({ report: reportOf({}) })
  expect(await screen.findByText('Nothing spent yet')).toBeDefined()
})

test('an empty period is shown as such if it is unknown whether other periods have jobs', async () => {
  const studio = open({ report: reportOf({}) })
  studio.failingRoutes.add('spend.report')
  expect(await screen.findByText('You spent nothing in this period.')).toBeDefined()
})

test('showing all periods instead of an empty one keeps the grouping', async () => {
  location.hash = '#/spend?period=today&by=model'
  const studio = open({ report: reportOf({}) })
  studio.failingRoutes.add('spend.report')
  await screen.findByText('You spent nothing in this period.')
  await userEvent.click(screen.getByRole('button', { name: 'All' }))
  expect(location.hash).toBe('#/spend?period=all&by=model')
})

test('the balance is shown with its age, or a note if the service reports none', async () => {
  open({ report: reportOf({ completed: some }), balance: knownBalance })
  const card = await screen.findByRole('region', { name: 'Balance' })
  expect(card.textContent).toContain('$19.72')
  expect(card.textContent).toContain('just now')
  cleanup()
  open({
    report: reportOf({ completed: some }),
    balance: { ...knownBalance, state: 'unsupported', balance: null, at: null },
  })
  expect(await screen.findByText('This service doesn’t report a balance.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Balance history' })).toBeNull()
})

test('a balance that fails to load is requested again only at the next poll', async () => {
  const studio = fakeLibraryStudio({
    money: { report: reportOf({ completed: some }), balance: knownBalance },
  })
  studio.failingRoutes.add('balance.get')
  const client = show(<Spend />)
  await screen.findByRole('region', { name: 'Totals' })
  await untilFailed(client, 'balance.get')
  // A loop of requests would go on in these 100 macrotasks.
  for (let turn = 0; turn < 100; turn++) await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(screen.getByRole('region', { name: 'Totals' })).toBeDefined()
  expect(studio.inputs('balance.get').length).toBeLessThanOrEqual(3)
})

test('a queue that exceeds the balance shows a warning', async () => {
  const short = { ...knownBalance, balance: 800_000_000, reserved: 5_000_000_000, shortfall: 4_200_000_000 }
  open({ report: reportOf({ completed: some }), balance: short })
  expect(await screen.findByText('Queued jobs need $4.20 more than your balance of $0.80.')).toBeDefined()
})

test('balance changes are compared with the ledger', async () => {
  const span: BalanceSpan = {
    from: 1,
    to: 2,
    before: 19_720_000_000,
    after: 18_870_000_000,
    decrease: 850_000_000,
    expectedDecrease: 820_000_000,
    uncertain: 20_000_000,
    unexplained: 10_000_000,
    topUp: 0,
    hasRunningJobs: false,
    jobs: [{ id: 'a', title: 'a lost lighthouse', amount: 20_000_000, outcome: 'uncertain' }],
    moreJobs: 0,
  }
  open({ report: reportOf({ completed: some }), balance: knownBalance, spans: [span] })
  await userEvent.click(await screen.findByRole('button', { name: 'Balance history' }))
  const list = await screen.findByText('Fell by $0.85')
  expect(list.parentElement?.textContent).toContain('Easel recorded $0.82 + $0.02 unconfirmed')
  expect(screen.getByText('$0.01 unexplained')).toBeDefined()
  expect(screen.getByText('a lost lighthouse')).toBeDefined()
})

test('a balance history that fails to load shows why, and is loaded again', async () => {
  const studio = open({ report: reportOf({ completed: some }), balance: knownBalance })
  studio.failingRoutes.add('balance.spans')
  await userEvent.click(await screen.findByRole('button', { name: 'Balance history' }))
  await screen.findByText(/Something went wrong inside Easel/)
  studio.failingRoutes.delete('balance.spans')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('The balance hasn’t changed since Easel first read it.')).toBeDefined()
})
