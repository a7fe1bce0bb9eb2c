import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { stubElementSizes } from '../gallery/testing/stubElementSize.ts'
import { show, untilFailed } from '../gallery/testing/show.tsx'
import { Queue } from './Queue.tsx'
import { makeBatch } from './testing/makeBatch.ts'
import { makeJob } from './testing/makeJob.ts'
import { StudioError } from '../../../src-preload/shared/StudioError.ts'
import { MAX_JOB_SEARCH_LENGTH } from '../../../src-preload/constraints/limits.ts'
import { fakeQueueStudio } from './testing/fakeQueueStudio.ts'

const ID = '123e4567-e89b-42d3-a456-426614174000'
const lost = makeJob({ id: 'lost', state: 'uncertain', title: 'harbour', price: 9_900_000 })

stubElementSizes()

test('the header shows the number and total price of open jobs', async () => {
  fakeQueueStudio({
    jobs: [makeJob({ state: 'queued' }), makeJob({ state: 'running' }), makeJob({ state: 'saved' }), lost],
  })
  show(<Queue />)
  expect(await screen.findByText('1 waiting · 1 running · 1 unconfirmed · $0.008426 to go')).toBeDefined()
})

test('an uncertain job shows the service’s response, which may contain the job id', async () => {
  const problem = {
    code: 'service_unreadable',
    money: 'unknown',
    serviceMessage: '{"id":"c08a339c"}',
  } as const
  fakeQueueStudio({ jobs: [{ ...lost, problem }] })
  show(<Queue />)
  expect(await screen.findByText(/The service says: \{"id":"c08a339c"\}/)).toBeDefined()
})

test('an uncertain job is on top with its price and three actions, not among the rows', async () => {
  fakeQueueStudio({ jobs: [makeJob({ title: 'other' }), lost] })
  show(<Queue />)
  const note = within(await screen.findByRole('list', { name: 'Charge unconfirmed' }))
  expect(note.getByText(/^You may have been charged \$0\.0099\./)).toBeDefined()
  expect(note.getAllByRole('button').map((button) => button.textContent)).toEqual([
    'I found the job at the service…',
    'Resend…',
    'Stop tracking…',
  ])
  expect(within(screen.getByRole('list', { name: 'Jobs' })).queryByText('harbour')).toBeNull()
})

test('resending must be confirmed because of a possible double charge, and cancelling sends nothing', async () => {
  const studio = fakeQueueStudio({ jobs: [lost] })
  show(<Queue />)
  await userEvent.click(await screen.findByRole('button', { name: 'Resend…' }))
  expect(screen.getByText(/you pay twice.*\$0\.0099\./)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(studio.inputs('jobs.resolve_uncertain')).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Resend…' }))
  await userEvent.click(screen.getByRole('button', { name: 'Resend anyway · $0.004213' }))
  expect(studio.inputs('jobs.resolve_uncertain')).toEqual([
    {
      id: 'lost',
      choice: 'send_again',
      idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
      quote: { key: 'key', price: 4_213_000, quotedAt: 0 },
    },
  ])
})

test('a resend whose response was lost keeps its idempotency key after its dialog was closed', async () => {
  const studio = fakeQueueStudio({ jobs: [lost] })
  studio.failingRoutes.add('jobs.resolve_uncertain')
  show(<Queue />)
  const resend = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Resend…' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Resend anyway · $0.004213' }))
  }
  await resend()
  await waitFor(() => expect(studio.inputs('jobs.resolve_uncertain')).toHaveLength(1))
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  studio.failingRoutes.clear()
  await resend()
  await waitFor(() => expect(studio.inputs('jobs.resolve_uncertain')).toHaveLength(2))
  const [first, second] = studio.inputs('jobs.resolve_uncertain')
  expect(second).toEqual(first)
})

test('an invalid request id is rejected, and a pasted one is trimmed', async () => {
  const studio = fakeQueueStudio({ jobs: [lost] })
  show(<Queue />)
  await userEvent.click(await screen.findByRole('button', { name: 'I found the job at the service…' }))
  const field = screen.getByRole('textbox', { name: 'Request ID' })
  await userEvent.type(field, 'nonsense{Enter}')
  expect(screen.getByText(/five groups/)).toBeDefined()
  expect(studio.inputs('jobs.resolve_uncertain')).toEqual([])
  await userEvent.clear(field)
  await userEvent.type(field, ` ${ID} {Enter}`)
  expect(studio.inputs('jobs.resolve_uncertain')).toEqual([{ id: 'lost', choice: 'found', requestId: ID }])
})

test.each([
  ['vanished', 'Try again', 'jobs.try_again'],
  ['unsaved', 'Try again', 'jobs.try_again'],
] as const)('a %s job offers "%s"', async (state, label, route) => {
  const studio = fakeQueueStudio({ jobs: [makeJob({ id: 'one', state })] })
  show(<Queue />)
  await userEvent.click(await screen.findByRole('button', { name: label }))
  expect(studio.inputs(route)).toMatchObject([{ id: 'one' }])
})

test('a failed job runs again at its current price', async () => {
  const studio = fakeQueueStudio({ jobs: [makeJob({ id: 'one', state: 'failed' })] })
  show(<Queue />)
  await userEvent.click(await screen.findByRole('button', { name: 'Run again' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Run again · $0.004213' }))
  expect(studio.inputs('jobs.repeat')).toMatchObject([
    { id: 'one', quote: { key: 'key', price: 4_213_000, quotedAt: 0 } },
  ])
})

test('a job without a current price can be run again after a warning', async () => {
  const problem = { code: 'service_unreachable', money: 'none' } as const
  const studio = fakeQueueStudio(
    { jobs: [makeJob({ id: 'one', state: 'failed' })] },
    { 'jobs.price': async () => ({ state: 'unavailable', key: 'key', problem }) },
  )
  show(<Queue />)
  await userEvent.click(await screen.findByRole('button', { name: 'Run again' }))
  expect(await screen.findByText(/^There’s no price for it now/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Run again without a price' }))
  expect(studio.inputs('jobs.repeat')).toMatchObject([{ id: 'one', quote: null }])
})

test('a queued job can be cancelled from its menu', async () => {
  const studio = fakeQueueStudio({ jobs: [makeJob({ id: 'one' })] })
  show(<Queue />)
  await userEvent.click(await screen.findByRole('button', { name: 'More for this job' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Cancel', hidden: true }))
  expect(studio.inputs('jobs.cancel')).toEqual([{ id: 'one' }])
})

test('a sent job can’t be cancelled', async () => {
  fakeQueueStudio({ jobs: [makeJob({ state: 'running', progress: 3 })] })
  show(<Queue />)
  expect(await screen.findByText('Running 3%')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'More for this job' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
})

test('a list of thousands of jobs renders only a few rows', async () => {
  fakeQueueStudio({ jobs: Array.from({ length: 3000 }, (_, n) => makeJob({ createdAt: -n })) })
  show(<Queue />)
  const list = within(await screen.findByRole('list', { name: 'Jobs' }))
  expect(list.getAllByRole('listitem').length).toBeLessThan(60)
})

const titles = () =>
  [...document.querySelectorAll('[data-row]')].map((row) => row.getAttribute('data-row')).join('')
const abc = () => ['a', 'b', 'c'].map((id) => makeJob({ id, title: id }))

test('Alt+arrow moves a queued job one step and keeps the focus on it', async () => {
  const studio = fakeQueueStudio({ jobs: abc() })
  show(<Queue />)
  const row = await screen.findByRole('button', { name: 'c' })
  row.focus()
  fireEvent.keyDown(row, { key: 'ArrowUp', altKey: true })
  await waitFor(() => expect(studio.inputs('queue.move')).toEqual([{ ids: ['c'], to: { before: 'b' } }]))
  expect(document.activeElement?.closest('[data-row]')?.getAttribute('data-row')).toBe('c')
})

test('moving down moves the next job up, so that the job stays in its group', async () => {
  const studio = fakeQueueStudio({ jobs: abc() })
  show(<Queue />)
  fireEvent.keyDown(await screen.findByRole('button', { name: 'a' }), { key: 'ArrowDown', altKey: true })
  fireEvent.keyDown(screen.getByRole('button', { name: 'c' }), { key: 'ArrowDown', altKey: true })
  await waitFor(() => expect(studio.inputs('queue.move')).toEqual([{ ids: ['b'], to: { before: 'a' } }]))
})

test('a row dropped on another is moved before it', async () => {
  const studio = fakeQueueStudio({ jobs: abc() })
  show(<Queue />)
  await screen.findByRole('button', { name: 'a' })
  const [a, , c] = document.querySelectorAll('[data-row]')
  const data = new Map<string, string>()
  const dataTransfer = {
    types: ['application/x-easel-job'],
    setData: (type: string, text: string) => data.set(type, text),
    getData: (type: string) => data.get(type) ?? '',
  }
  if (!a || !c) throw new Error('no rows')
  fireEvent.dragStart(c, { dataTransfer })
  fireEvent.drop(a, { dataTransfer })
  await waitFor(() => expect(studio.inputs('queue.move')).toEqual([{ ids: ['c'], to: { before: 'a' } }]))
})

test('a batch is a group with its progress and cost, and its rows are not listed elsewhere', async () => {
  const batch = makeBatch({ id: 'B', name: 'Night' })
  fakeQueueStudio({ batches: [batch], jobs: [makeJob({ id: 'b1', batch: 'B' }), makeJob({ id: 'x' })] })
  show(<Queue />)
  const summary = await screen.findByText(/^\d+ of 10 saved · \$0\.04213 total$/)
  expect(summary.title).toMatch(/ of 10 saved · \$0\.04213 total$/)
  expect(screen.getByRole('progressbar', { name: 'Progress of Night' }).getAttribute('value')).toBe('50')
  await waitFor(() => expect(titles()).toBe('xb1'))
  await userEvent.click(screen.getByRole('button', { name: /^Night/ }))
  expect(titles()).toBe('x')
})

test('an expanded batch whose jobs fail to load shows an error, and a retry shows the jobs', async () => {
  let fails = true
  const job = makeJob({ id: 'b1', batch: 'B', title: 'harbour' })
  fakeQueueStudio(
    { batches: [makeBatch({ id: 'B', name: 'Night' })] },
    {
      'queue.page': async ({ filter }) => {
        if (filter.batch === 'B' && fails) throw new StudioError({ code: 'internal', money: 'none' })
        const isShown = filter.batch === 'B' && filter.states?.includes(job.state)
        return { jobs: isShown ? [job] : [], next: null, total: isShown ? 1 : 0 }
      },
    },
  )
  show(<Queue />)
  const retry = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getByText('Night')).toBeDefined()
  fails = false
  await userEvent.click(retry)
  expect(await screen.findByText('harbour')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test.each(['All', 'Waiting'])(
  'in “%s”, loaded jobs stay when a later request for them fails',
  async (view) => {
    const studio = fakeQueueStudio({ jobs: abc() })
    const client = show(<Queue />)
    await userEvent.click(await screen.findByRole('radio', { name: view }))
    await waitFor(() => expect(titles()).toBe('abc'))
    studio.failingRoutes.add('queue.page').add('batches.list')
    studio.emit({ type: 'queue.changed' })
    await untilFailed(client, 'queue.page')
    expect(titles()).toBe('abc')
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  },
)

test('a batch from before the restart shows its unsent jobs and can be resumed', async () => {
  const batch = makeBatch({ id: 'B', state: 'waiting', unsent: 12, running: 0, reserved: 310_000_000 })
  const studio = fakeQueueStudio({ batches: [batch] })
  show(<Queue />)
  expect(await screen.findByText('12 waiting · $0.31')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Resume' }))
  expect(studio.inputs('batches.resume')).toEqual([{ id: 'B' }])
})

test('cancelling the unsent jobs of a batch must be confirmed and shows the amount not spent', async () => {
  const studio = fakeQueueStudio({ batches: [makeBatch({ id: 'B', name: 'Night' })] })
  show(<Queue />)
  await userEvent.click(await screen.findByRole('button', { name: 'More for Night' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Cancel 4 waiting jobs…', hidden: true }))
  expect(studio.inputs('queue.cancel')).toEqual([])
  expect(screen.getByText(/^You won’t pay the \$0\.016852 quoted/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel 4 jobs' }))
  expect(studio.inputs('queue.cancel')).toEqual([{ batch: 'B' }])
  expect(await screen.findByText('4 jobs cancelled, $0.016852 not spent')).toBeDefined()
})

test('the queue can be paused and resumed', async () => {
  const studio = fakeQueueStudio({ jobs: [makeJob()] })
  show(<Queue />)
  const findPause = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Pause all' })
  await waitFor(async () => expect((await findPause()).disabled).toBe(false))
  await userEvent.click(await findPause())
  await userEvent.click(await screen.findByRole('button', { name: 'Resume all' }))
  expect(studio.inputs('queue.resume')).toEqual([{ all: false }])
})

test('the list can be filtered by state and text', async () => {
  const jobs = [makeJob({ id: 'a', title: 'harbour' }), makeJob({ id: 'b', title: 'tower', state: 'saved' })]
  fakeQueueStudio({ jobs })
  show(<Queue />)
  await userEvent.click(await screen.findByRole('radio', { name: 'Saved' }))
  await waitFor(() => expect(titles()).toBe('b'))
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find a job' }), 'harb')
  expect(await screen.findByText('No job matches')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Show all jobs' }))
  await waitFor(() => expect(titles()).toBe('ab'))
})

test('the header shows the tightest limit and when it blocks sending', async () => {
  const day = {
    scope: { kind: 'day' as const },
    cap: 5_000_000_000,
    used: 1_700_000_000,
    reserved: 120_000_000,
  }
  const month = { ...day, scope: { kind: 'month' as const }, cap: 1_820_000_000, state: 'full' as const }
  fakeQueueStudio({ budgets: [{ ...day, state: 'fine' }, month] })
  show(<Queue />)
  const chip = await screen.findByRole('button', { name: /^Monthly limit/ })
  expect(chip.textContent).toBe('Monthly limit $1.82 / $1.82Limit reached')
})

test('the header shows how much of a nearly reached limit is used or reserved', async () => {
  const day = {
    scope: { kind: 'day' as const },
    cap: 5_000_000_000,
    used: 4_700_000_000,
    reserved: 99_000_000,
  }
  fakeQueueStudio({ budgets: [{ ...day, state: 'near' }] })
  show(<Queue />)
  expect(await screen.findByText('95% used')).toBeDefined()
})

test('jobs, batches and the header show the expected time left', async () => {
  const usual = {
    connectionId: 'c',
    operation: 'txt2img',
    model: 'aurora',
    // Days, so that delays on a busy machine don't matter.
    span: [4 * 86_400_000, 6 * 86_400_000] as [number, number],
  }
  fakeQueueStudio({
    jobs: [makeJob({ state: 'running', sentAt: Date.now() })],
    batches: [makeBatch({ id: 'night', name: 'Night foxes' })],
    times: {
      usual: [usual],
      batches: [{ id: 'night', timeLeft: [240_000, 360_000] }],
      all: [240_000, 420_000],
    },
  })
  show(<Queue />)
  expect(await screen.findByText(/^~95–144 h$/)).toBeDefined()
  expect(screen.getByText(/about 4–6 min left · \d+ of 10 saved/)).toBeDefined()
  expect(screen.getByText(/1 running · .* · about 4–7 min left/)).toBeDefined()
})

test('the list is refetched for a new queued job, but not for a known one', async () => {
  const knownJob = makeJob({ id: 'a', title: 'a' })
  const studio = fakeQueueStudio({ jobs: [knownJob] })
  show(<Queue />)
  await screen.findByRole('button', { name: 'a' })
  const pageRequests = () => studio.inputs('queue.page').length
  const before = pageRequests()
  studio.emit({ type: 'jobs.changed', jobs: [{ ...knownJob, waitsUntil: Date.now() + 9000 }] })
  expect(await screen.findByText(/^Retry in/)).toBeDefined()
  await waitFor(() => expect(studio.inputs('queue.summary').length).toBe(2))
  expect(pageRequests()).toBe(before)
  const newJob = makeJob({ id: 'b', title: 'b' })
  studio.jobs.push(newJob)
  studio.emit({ type: 'jobs.changed', jobs: [newJob] })
  expect(await screen.findByRole('button', { name: 'b' })).toBeDefined()
})

test('an unsaved result shows when the download is tried again', async () => {
  fakeQueueStudio({ jobs: [makeJob({ state: 'unsaved', waitsUntil: Date.now() + 3_600_000 })] })
  show(<Queue />)
  expect(await screen.findByText(/^Retry in/)).toBeDefined()
})

test('a full disk is shown in the header with advice', async () => {
  const problem = {
    code: 'disk_low',
    money: 'none',
    params: { free: 12_000_000, needed: 67_108_864 },
  } as const
  fakeQueueStudio({ jobs: [makeJob({ state: 'queued' })], problem })
  show(<Queue />)
  expect(
    await screen.findByText(/^Your disk is nearly full \(12.0 MB left\).*Free up space.*1 waiting/),
  ).toBeDefined()
})

test('a pasted text is cut to the maximum length of a search', async () => {
  const title = 'x'.repeat(MAX_JOB_SEARCH_LENGTH)
  fakeQueueStudio({ jobs: [makeJob({ id: 'a', title }), makeJob({ id: 'b', title: 'tower' })] })
  show(<Queue />)
  await userEvent.click(await screen.findByRole('searchbox', { name: 'Find a job' }))
  await userEvent.paste(`${title}x`)
  await waitFor(() => expect(titles()).toBe('a'))
})
