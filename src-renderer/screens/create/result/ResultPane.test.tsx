import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { Job } from '../../../../src-preload/contract/types/job.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { makeTile } from '../../gallery/testing/makeTile.ts'
import { fakeLibraryStudio } from '../../gallery/testing/fakeLibraryStudio.ts'
import { show } from '../../gallery/testing/show.tsx'
import { makeJob } from '../../queue/testing/makeJob.ts'
import { selectedJobStore } from '../../../widgets/jobs/selectedJobStore.ts'
import { ResultPane } from './ResultPane.tsx'

const saved = (id: string, createdAt: number): Job =>
  makeJob({
    id,
    createdAt,
    state: 'saved',
    title: `picture ${id}`,
    assets: [makeTile({ id: `asset-${id}` })],
  })
const strip = () => screen.findByRole('list', { name: 'Running and newest results' })
const cards = async () =>
  within(await strip())
    .getAllByRole('button')
    .map((card) => card.ariaLabel)
const selected = async () =>
  within(await strip())
    .getAllByRole('button')
    .find((card) => card.getAttribute('aria-current') === 'true')?.ariaLabel

afterEach(() => {
  cleanup()
})

test('each card is named by its state and then its prompt', async () => {
  const states = ['queued', 'sending', 'saving', 'rejected', 'uncertain', 'failed'] as const
  const jobs = states.map((state, index) => makeJob({ state, createdAt: 100 - index, title: 'fog' }))
  jobs.push(makeJob({ state: 'running', progress: 42.7, createdAt: 10, title: 'fog' }), saved('a', 5))
  fakeLibraryStudio({ jobs })
  show(<ResultPane />)
  expect(await cards()).toEqual([
    'Queued, fog',
    'Sending, fog',
    'Saving, fog',
    'Rejected, fog',
    'Charge unconfirmed, fog',
    'Failed, fog',
    'Running 42%, fog',
    'Saved · $0.004213, picture a',
  ])
})

test('the arrow keys continue from the focused card', async () => {
  fakeLibraryStudio({ jobs: [saved('a', 5), saved('b', 4), saved('c', 3), saved('d', 2)] })
  show(<ResultPane />)
  const card = within(await strip()).getByRole('button', { name: /picture c$/ })
  act(() => card.focus())
  await userEvent.keyboard('{ArrowRight}')
  expect(await selected()).toContain('picture d')
})

test('a new job is selected, and its end is announced', async () => {
  const studio = fakeLibraryStudio({ jobs: [saved('a', 5)] })
  show(<ResultPane />)
  expect(await selected()).toBe('Saved · $0.004213, picture a')
  const made = makeJob({ id: 'new', createdAt: 9, title: 'fresh' })
  studio.emit({ type: 'jobs.changed', jobs: [made] })
  await waitFor(async () => expect(await selected()).toBe('Queued, fresh'))
  studio.emit({ type: 'jobs.changed', jobs: [{ ...saved('new', 9), title: 'fresh' }] })
  expect(await screen.findByText('Saved: fresh')).toBeDefined()
  expect(await screen.findByRole('img', { name: 'fresh' })).toBeDefined()
})

test('adding a batch leaves the shown job, chosen or not, in view', async () => {
  const studio = fakeLibraryStudio({ jobs: [saved('a', 5), saved('b', 4)] })
  show(<ResultPane />)
  const addBatch = (id: string, createdAt: number) => {
    const job = makeJob({ id, createdAt, title: id, batch: 'batch' })
    act(() => studio.emit({ type: 'jobs.changed', jobs: [job] }))
    return screen.findByRole('button', { name: `Queued, ${id}` })
  }
  expect(await selected()).toContain('picture a')
  await addBatch('of a batch', 9)
  expect(await selected()).toContain('picture a')
  await userEvent.click(screen.getByRole('button', { name: /picture b$/ }))
  await addBatch('of another batch', 10)
  expect(await selected()).toContain('picture b')
})

test('the same announcement for another job changes the live region, so that it is read out again', async () => {
  const running = ['b', 'c'].map((id) => makeJob({ id, createdAt: 9, title: 'fog', state: 'running' }))
  const studio = fakeLibraryStudio({ jobs: running })
  show(<ResultPane />)
  await strip()
  studio.emit({ type: 'jobs.changed', jobs: [{ ...saved('b', 9), title: 'fog' }] })
  const first = await screen.findByText('Saved: fog')
  studio.emit({ type: 'jobs.changed', jobs: [{ ...saved('c', 9), title: 'fog' }] })
  await waitFor(() => expect(screen.getByText('Saved: fog')).not.toBe(first))
})

test('a job too old for the strip can be selected and enlarged', async () => {
  const tiles = [makeTile({ id: 'asset-old', title: 'long ago' })]
  const studio = fakeLibraryStudio({ jobs: [saved('a', 5)], tiles })
  show(<ResultPane />)
  await strip()
  studio.jobs.push({ ...saved('old', 1), title: 'long ago' })
  act(() => selectedJobStore.getState().select('old'))
  expect(await screen.findByRole('img', { name: 'long ago' })).toBeDefined()
  expect(await cards()).toHaveLength(1)
  expect(within(await strip()).getByRole('button').tabIndex).toBe(0)
  await userEvent.click(screen.getByRole('button', { name: 'Show full size' }))
  expect(await screen.findByRole('dialog', { name: 'Result: long ago' })).toBeDefined()
})

test('a job that was run again twice while Create was closed is shown as its latest retry', async () => {
  const failed = (id: string, createdAt: number, replaces: string | null) =>
    makeJob({ id, createdAt, replaces, state: 'failed', title: id })
  const third = { ...saved('third', 3), replaces: 'second' }
  fakeLibraryStudio({
    jobs: [saved('newest', 9), third, failed('second', 2, 'first'), failed('first', 1, null)],
  })
  selectedJobStore.getState().select('first')
  show(<ResultPane />)
  await waitFor(async () => expect(await selected()).toMatch(/picture third$/))
})

test('a failed job that was retried twice is shown as its newer retry, and both retries are in the strip and announced', async () => {
  const failed = makeJob({ id: 'failed', createdAt: 1, state: 'failed', title: 'failed' })
  const studio = fakeLibraryStudio({ jobs: [failed] })
  show(<ResultPane />)
  await strip()
  const retry = (id: string, createdAt: number) => ({ ...saved(id, createdAt), replaces: 'failed' })
  for (const job of [retry('older', 2), retry('newer', 3)]) {
    const running: Job = { ...job, state: 'running', assets: [] }
    studio.jobs.push(job)
    act(() => studio.emit({ type: 'jobs.changed', jobs: [running] }))
    await screen.findByRole('button', { name: `Running, ${job.title}` })
  }
  act(() => studio.emit({ type: 'jobs.changed', jobs: [retry('older', 2), retry('newer', 3)] }))
  expect(await screen.findByText('Saved: picture older. Saved: picture newer')).toBeDefined()
  act(() => selectedJobStore.getState().select('failed'))
  await waitFor(async () => expect(await selected()).toMatch(/picture newer$/))
})

test('a resent job can be selected although a later one replaces it', async () => {
  const closed = makeJob({ id: 'closed', createdAt: 1, state: 'closed', title: 'long ago' })
  const resent = { ...saved('resent', 5), replaces: 'closed' }
  const studio = fakeLibraryStudio({ jobs: [resent] })
  show(<ResultPane />)
  await strip()
  studio.jobs.push(closed)
  act(() => selectedJobStore.getState().select('closed'))
  expect(await screen.findByText('long ago')).toBeDefined()
  expect(selectedJobStore.getState().selected).toBe('closed')
})

test('existing jobs are not announced', async () => {
  fakeLibraryStudio({ jobs: [saved('a', 5)] })
  show(<ResultPane />)
  await strip()
  expect(screen.queryByText(/^Saved: /)).toBeNull()
})

test('the arrow keys move along the strip', async () => {
  fakeLibraryStudio({ jobs: [saved('b', 6), saved('a', 5)] })
  show(<ResultPane />)
  within(await strip())
    .getAllByRole('button')[0]
    ?.focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(await selected()).toBe('Saved · $0.004213, picture a')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Saved · $0.004213, picture a')
})

test('cards out of view are not rendered, but End focuses the last one', async () => {
  const jobs = Array.from({ length: 60 }, (_, index) => saved(`j${index}`, 60 - index))
  fakeLibraryStudio({ jobs })
  show(<ResultPane />)
  const cards = within(await strip()).getAllByRole('button')
  expect(cards.length).toBeLessThan(20)
  expect(cards[0]?.parentElement?.getAttribute('aria-setsize')).toBe('60')
  cards[0]?.focus()
  await userEvent.keyboard('{End}')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Saved · $0.004213, picture j59')
})

test('a failure shows the reason and the refund, and can be run again with a new key', async () => {
  const problem = { code: 'job_failed', money: 'refunded', serviceMessage: 'out of memory' } as const
  const studio = fakeLibraryStudio({ jobs: [makeJob({ id: 'f', state: 'failed', problem })] })
  show(<ResultPane />)
  expect(await screen.findByText('out of memory')).toBeDefined()
  expect(screen.getByText('The service refunded the charge.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Run again' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Run again · $0.004213' }))
  expect(studio.inputs('jobs.repeat')).toEqual([
    {
      id: 'f',
      idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
      quote: { key: 'key', price: 4_213_000, quotedAt: 0 },
    },
  ])
})

test('moving to the trash selects the neighbour and can be undone', async () => {
  const tiles = ['b', 'a'].map((id) => makeTile({ id: `asset-${id}` }))
  const studio = fakeLibraryStudio({ jobs: [saved('b', 6), saved('a', 5)], tiles })
  show(<ResultPane />)
  await userEvent.click(await screen.findByRole('button', { name: 'Move to trash' }))
  expect(studio.inputs('library.trash')).toEqual([{ ids: ['asset-b'] }])
  expect(await selected()).toBe('Saved · $0.004213, picture a')
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(studio.inputs('library.restore')).toEqual([{ ids: ['asset-b'] }])
})

test('the full-size viewer stays open while a new job is selected', async () => {
  const tiles = ['b', 'a'].map((id) => makeTile({ id: `asset-${id}`, title: `picture ${id}` }))
  const studio = fakeLibraryStudio({ jobs: [saved('b', 6), saved('a', 5)], tiles })
  show(<ResultPane />)
  await userEvent.click(await screen.findByRole('button', { name: 'Show full size' }))
  expect(await screen.findByRole('dialog', { name: 'Result: picture b' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  expect(await screen.findByRole('dialog', { name: 'Result: picture a' })).toBeDefined()
  studio.emit({ type: 'jobs.changed', jobs: [makeJob({ id: 'new', createdAt: 99 })] })
  await waitFor(async () => expect(await selected()).toMatch(/^Queued/))
  const viewer = within(screen.getByRole('dialog', { name: 'Result: picture a' }))
  await userEvent.click(viewer.getByRole('button', { name: 'Move to trash' }))
  expect(await screen.findByRole('dialog', { name: 'Result: picture b' })).toBeDefined()
  expect(studio.inputs('library.trash')).toEqual([{ ids: ['asset-a'] }])
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remix' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(draftStore.getState().values['paint']).toEqual({ prompt: 'picture b', steps: 8 })
})

test('the full-size viewer stays open when its job becomes too old for the strip', async () => {
  const tiles = [makeTile({ id: 'asset-a', title: 'picture a' })]
  const studio = fakeLibraryStudio({ jobs: [saved('a', 5)], tiles })
  const client = show(<ResultPane />)
  await userEvent.click(await screen.findByRole('button', { name: 'Show full size' }))
  const viewer = await screen.findByRole('dialog', { name: 'Result: picture a' })
  const newer = Array.from({ length: 60 }, (_, index) => ({ ...saved(`j${index}`, 99), batch: 'batch' }))
  studio.jobs.unshift(...newer)
  await act(() => client.invalidateQueries())
  expect((await cards()).some((name) => name?.endsWith('picture a'))).toBe(false)
  expect(viewer.isConnected).toBe(true)
})

test('the full-size viewer closes when its result is moved to the trash elsewhere, and stays closed when it is restored', async () => {
  const tiles = [makeTile({ id: 'asset-a', title: 'picture a' })]
  const studio = fakeLibraryStudio({ jobs: [saved('a', 5)], tiles })
  const client = show(<ResultPane />)
  const setTrashed = (trashedAt: number | null) => {
    studio.jobs = [{ ...saved('a', 5), assets: [makeTile({ id: 'asset-a', trashedAt })] }]
    return act(() => client.invalidateQueries())
  }
  await userEvent.click(await screen.findByRole('button', { name: 'Show full size' }))
  await screen.findByRole('dialog', { name: 'Result: picture a' })
  await setTrashed(5)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await setTrashed(null)
  expect(await screen.findByRole('button', { name: 'Show full size' })).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each(['', '#/create'])(
  'at the address “%s”, the full-size viewer closes when parameters are loaded, but not when the form changes by itself',
  async (hash) => {
    history.replaceState(null, '', hash || location.pathname)
    const tiles = [makeTile({ id: 'asset-a', title: 'picture a' })]
    fakeLibraryStudio({ jobs: [saved('a', 5)], tiles })
    show(<ResultPane />)
    await userEvent.click(await screen.findByRole('button', { name: 'Show full size' }))
    const viewer = await screen.findByRole('dialog', { name: 'Result: picture a' })
    act(() => draftStore.getState().setValues({ seed: 5 }, { operation: 'paint', isDerived: true }))
    expect(viewer.isConnected).toBe(true)
    await userEvent.click(await within(viewer).findByRole('button', { name: 'Remix' }))
    await waitFor(() => expect(viewer.isConnected).toBe(false))
  },
)

test('the empty result pane shows what the task makes and can insert an example prompt', async () => {
  fakeLibraryStudio()
  draftStore.setState({ operation: 'paint' })
  show(<ResultPane />)
  expect(await screen.findByText('Your image appears here')).toBeDefined()
  await userEvent.click(await screen.findByRole('button', { name: 'Use this prompt' }))
  expect(draftStore.getState().values['paint']).toMatchObject({ words: 'Fog over a pier' })
  act(() => draftStore.setState({ operation: 'hear' }))
  expect(await screen.findByText('Your transcript appears here')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Use this prompt' })).toBeNull()
})
