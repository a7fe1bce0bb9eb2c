import { makeProblem } from '../../../../src-preload/testing/makeProblem.ts'
import { act, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Job } from '../../../../src-preload/contract/types/job.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { makeTile } from '../../gallery/testing/makeTile.ts'
import { fakeLibraryStudio } from '../../gallery/testing/fakeLibraryStudio.ts'
import { show } from '../../gallery/testing/show.tsx'
import { makeJob } from '../../queue/testing/makeJob.ts'
import { selectedJobStore } from '../../../widgets/jobs/selectedJobStore.ts'
import { ResultPane } from './ResultPane.tsx'

const open = (job: Partial<Job>) => {
  const studio = fakeLibraryStudio({ jobs: [makeJob({ id: 'job', ...job })] })
  // Jobs in some states are not in the strip.
  selectedJobStore.getState().select('job')
  show(<ResultPane />)
  return studio
}

test.each(['rejected', 'failed', 'cancelled', 'closed'] as const)(
  'the card of a %s job has one button to use its parameters',
  async (state) => {
    open({ state, problem: { code: 'service_refused', money: 'not_charged' } })
    await screen.findByRole('article')
    expect(screen.getAllByRole('button', { name: 'Reuse all' })).toHaveLength(1)
  },
)

test.each([
  ['service_refused', 'Reuse all'],
  ['service_too_large', 'Reuse all'],
  ['file_missing', 'Reuse all'],
  ['service_balance', 'Run again'],
  ['service_forbidden', 'Run again'],
  ['service_not_found', 'Run again'],
] as const)('the card of a job rejected with %s suggests “%s”', async (code, suggested) => {
  open({ state: 'rejected', problem: { code, money: 'not_charged' } })
  const card = within(await screen.findByRole('article'))
  const primary = card.getAllByRole('button').filter(({ classList }) => classList.contains('primary'))
  expect(primary.map(({ textContent }) => textContent)).toEqual([suggested])
})

test('a rejected job shows neither a price nor a duration', async () => {
  open({ state: 'rejected', tookMs: 31, problem: { code: 'service_refused', money: 'not_charged' } })
  const bar = await screen.findByRole('toolbar', { name: 'Result actions' })
  expect(bar.textContent).not.toContain('$')
  expect(bar.textContent).not.toContain('0.0 s')
})

test('a final failure does not suggest a retry', async () => {
  const problem: Problem = { code: 'job_failed', money: 'refunded', isPermanent: true }
  open({ state: 'failed', problem })
  const card = within(await screen.findByRole('article'))
  expect(card.getByText(/trying again won’t help/)).toBeDefined()
  expect(card.queryByText(/Try again, perhaps/)).toBeNull()
})

test('an unconfirmed charge shows the HTTP error of the response', async () => {
  open({ state: 'uncertain', problem: { code: 'service_error', money: 'unknown', params: { status: 503 } } })
  expect(
    await screen.findByText(/^The service replied with an error \(HTTP 503\)\. You may have been charged/),
  ).toBeDefined()
})

test('a placeholder is shown until a saved image has loaded', async () => {
  const asset = { ...makeTile({ id: 'a' }), hasThumb: false }
  open({ state: 'saved', preview: 0, title: 'a boat', assets: [asset] })
  const image = await screen.findByRole('img', { name: 'a boat' })
  expect(document.querySelector('[data-loading]')).not.toBeNull()
  fireEvent.load(image)
  expect(document.querySelector('[data-loading]')).toBeNull()
})

test('an image that couldn’t be loaded is loaded again once the disk of the library is connected again', async () => {
  const studio = open({ state: 'saved', preview: 0, title: 'a boat', assets: [makeTile({ id: 'a' })] })
  fireEvent.error(await screen.findByRole('img', { name: 'a boat' }))
  expect(screen.getByText('Easel can’t show this image')).toBeDefined()
  act(() => studio.emit({ type: 'disk.changed' }))
  expect(screen.getByRole('img', { name: 'a boat' }).tagName).toBe('IMG')
})

test('an unsaved result shows the failing host, since when, and the next attempt', async () => {
  const resultHost = { host: 'cdn.example', since: Date.now() - 600_000 }
  const problem: Problem = { code: 'service_unreachable', money: 'charged', params: resultHost, resultHost }
  open({ state: 'unsaved', problem, waitsUntil: Date.now() + 240_000 })
  expect(
    await screen.findByText(
      /^Easel can’t reach cdn\.example, which stores the result \(since .* Next download at/,
    ),
  ).toBeDefined()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
})

test('a job that the service does not know is not shown as running', async () => {
  open({
    state: 'running',
    progress: 40,
    problem: { code: 'job_unknown', money: 'none', params: { status: 404 } },
  })
  expect(await screen.findByText('The service can’t find this job yet. Easel keeps checking.')).toBeDefined()
  expect(screen.getAllByText('Not found yet').length).toBeGreaterThan(0)
  expect(screen.queryByText(/Running/)).toBeNull()
})

test.each([
  ['running', { progress: null }, 'Waiting for the service’s status.'],
  ['running', { progress: 40 }, 'The service is running this job.'],
  ['saving', {}, 'The result is ready and waits for its download.'],
  ['saving', { isDownloading: true }, 'The result is ready. Easel is downloading it.'],
] as const)('a job that is %s with %o says what happens', async (state, more, text) => {
  open({ state, problem: null, waitsUntil: null, ...more })
  expect(await screen.findByText(text)).toBeDefined()
})

test('a queued job over a limit links to the limits', async () => {
  open({
    state: 'queued',
    problem: makeProblem('budget_full', { money: 'not_charged', params: { scope: 'day' } }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Change limits' }))
  expect(location.hash).toBe('#/settings/budgets')
})

test('a result waiting for another download shows the reason and a retry, but no full progress bar', async () => {
  const problem: Problem = { code: 'result_damaged', money: 'charged' }
  open({ state: 'saving', problem, waitsUntil: Date.now() + 240_000 })
  expect(await screen.findByText(/^The downloaded file is damaged\. Next download at/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
  const resultPane = screen.getByRole('region', { name: 'Result' })
  expect(
    within(resultPane)
      .queryAllByRole('progressbar')
      .filter((bar) => !bar.closest('li')),
  ).toEqual([])
})
