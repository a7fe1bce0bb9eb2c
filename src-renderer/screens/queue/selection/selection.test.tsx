import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Handlers } from '../../../../src-preload/contract/routes.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import { show } from '../../gallery/testing/show.tsx'
import { stubElementSizes } from '../../gallery/testing/stubElementSize.ts'
import { Queue } from '../Queue.tsx'
import { fakeQueueStudio } from '../testing/fakeQueueStudio.ts'
import { makeBatch } from '../testing/makeBatch.ts'
import { makeJob } from '../testing/makeJob.ts'

stubElementSizes()

const open = async (
  ids: readonly string[] = ['a', 'b', 'c', 'd', 'e'],
  state: 'queued' | 'failed' = 'queued',
  handlers: Partial<Handlers> = {},
) => {
  const jobs = ids.map((id) => makeJob({ id, title: `job ${id}`, state }))
  const studio = fakeQueueStudio({ jobs }, handlers)
  show(<Queue />)
  await title(ids[0] ?? '')
  return studio
}
const title = (id: string) => screen.findByRole('button', { name: `job ${id}` })
const selected = () =>
  [...document.querySelectorAll<HTMLInputElement>('[data-row] input')].flatMap((box) =>
    box.checked ? [box.closest('[data-row]')?.getAttribute('data-row')] : [],
  )
const click = async (id: string, keys: { ctrlKey?: boolean; shiftKey?: boolean } = {}) =>
  fireEvent.click(await title(id), keys)

test('Ctrl+click and Shift+click select rows, with their number and price, and Esc clears them', async () => {
  await open()
  await click('b', { ctrlKey: true })
  await click('d', { shiftKey: true })
  expect(selected()).toEqual(['b', 'c', 'd'])
  await click('c', { ctrlKey: true })
  expect(selected()).toEqual(['b', 'd'])
  expect(await screen.findByText(/\$0\.008426/)).toBeDefined()
  expect(screen.getByRole('group', { name: 'Selected jobs' }).textContent).toContain('2 selected')
  expect(location.hash).not.toContain('create')
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(selected()).toEqual([])
  expect(screen.queryByRole('group', { name: 'Selected jobs' })).toBeNull()
})

test('a click beside the title selects only that row', async () => {
  await open()
  await click('a', { ctrlKey: true })
  const row = document.querySelector('[data-row="c"]')
  if (!row) throw new Error('no row')
  fireEvent.click(row)
  expect(selected()).toEqual(['c'])
})

test('arrow keys move between rows, with Shift they select, and Space toggles', async () => {
  await open()
  const first = await title('a')
  first.focus()
  fireEvent.keyDown(first, { key: 'ArrowDown' })
  const second = await title('b')
  expect(document.activeElement).toBe(second)
  expect([first.tabIndex, second.tabIndex]).toEqual([-1, 0])
  fireEvent.keyDown(second, { key: 'ArrowDown', shiftKey: true })
  fireEvent.keyDown(await title('c'), { key: 'ArrowDown', shiftKey: true })
  expect(selected()).toEqual(['b', 'c', 'd'])
  fireEvent.keyDown(await title('d'), { key: ' ' })
  expect(selected()).toEqual(['b', 'c'])
  expect(await screen.findAllByText('2 selected')).not.toEqual([])
})

test('Ctrl+A selects all jobs of the group, including those that are not loaded', async () => {
  const ids = Array.from({ length: 450 }, (_, n) => `${n}`)
  const studio = await open(ids)
  fireEvent.keyDown(document.body, { key: 'a', ctrlKey: true })
  expect(await screen.findAllByText('450 selected')).not.toEqual([])
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel 450 waiting jobs…' }))
  expect(await screen.findByText(/^You won’t pay the \$1\.89585 quoted/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel 450 jobs' }))
  await waitFor(() => expect(studio.inputs('queue.cancel')).toEqual([{ ids }]))
})

test('Shift+End selects up to the end of the group, so that a part of it can be cancelled', async () => {
  const ids = Array.from({ length: 450 }, (_, n) => `${n}`)
  await open(ids)
  const row = await title('3')
  row.focus()
  fireEvent.keyDown(row, { key: 'End', shiftKey: true })
  expect(await screen.findAllByText('447 selected')).not.toEqual([])
})

test('Shift+End stays in the group of its row if the range began in another one', async () => {
  const jobs = ['a', 'b', 'c'].map((id) => makeJob({ id, title: `job ${id}` }))
  const saved = ['y', 'z'].map((id) => makeJob({ id, title: `job ${id}`, state: 'saved' }))
  fakeQueueStudio({ jobs: [...jobs, ...saved] })
  show(<Queue />)
  await click('y', { ctrlKey: true })
  const row = await title('b')
  row.focus()
  fireEvent.keyDown(row, { key: 'End', shiftKey: true })
  await waitFor(() => expect(selected()).toEqual(['b', 'c']))
})

test('Alt+Home on a selected row moves the selection, on another row only that one', async () => {
  const studio = await open()
  await click('c', { ctrlKey: true })
  await click('e', { ctrlKey: true })
  fireEvent.keyDown(await title('e'), { key: 'Home', altKey: true })
  expect(await screen.findByText('2 jobs moved')).toBeDefined()
  fireEvent.keyDown(await title('b'), { key: 'End', altKey: true })
  await waitFor(() =>
    expect(studio.inputs('queue.move')).toEqual([
      { ids: ['c', 'e'], to: 'front' },
      { ids: ['b'], to: 'back' },
    ]),
  )
})

test('another filter clears the selection, so that nothing hidden is cancelled', async () => {
  await open()
  await click('b', { ctrlKey: true })
  await userEvent.click(screen.getByRole('radio', { name: 'Waiting' }))
  await title('b')
  await waitFor(() => expect(selected()).toEqual([]))
})

const offer = {
  ids: ['a', 'b'],
  total: 8_426_000,
  leftOut: { uncertain: 1, unconfirmed: 2, charged: 0, permanent: 0, unpriced: 0 },
}

test('a retry shows the exact price and which jobs are left out, and a double click sends it once', async () => {
  const studio = await open(['a', 'b', 'c'], 'failed', { 'queue.offer_retry': async () => offer })
  await click('a', { ctrlKey: true })
  await click('c', { shiftKey: true })
  await userEvent.click(await screen.findByRole('button', { name: 'Retry 3 failed jobs…' }))
  const button = await screen.findByRole('button', { name: 'Retry 2 failed jobs · $0.008426' })
  expect(screen.getByText('1 whose charge is unconfirmed')).toBeDefined()
  expect(screen.getByText('2 whose refund is not confirmed')).toBeDefined()
  await userEvent.dblClick(button)
  await waitFor(() => expect(selected()).toEqual([]))
  expect(studio.inputs('queue.retry')).toEqual([
    { ids: ['a', 'b'], total: 8_426_000, idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  ])
})

test('a retry keeps its idempotency key until it succeeds, and runs at the same price after its price was too old', async () => {
  const errors = [
    new StudioError({ code: 'internal', money: 'none' }),
    new StudioError({ code: 'price_changed', money: 'not_charged', params: { shown: 1, price: 2 } }),
  ]
  const studio = fakeQueueStudio(
    { batches: [makeBatch({ id: 'B', name: 'Night', failed: 2, unsent: 0, running: 0 })] },
    {
      'queue.offer_retry': async () => offer,
      'queue.retry': async ({ ids, total }) => {
        const error = errors.shift()
        if (error) throw error
        return { jobs: ids.length, quoted: total }
      },
    },
  )
  show(<Queue />)
  await userEvent.click(await screen.findByRole('button', { name: 'More for Night' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Retry 2 failed jobs…', hidden: true }))
  for (const attempt of [1, 3]) {
    await userEvent.click(await screen.findByRole('button', { name: /^Retry 2 failed jobs · / }))
    await waitFor(() => expect(studio.inputs('queue.retry')).toHaveLength(attempt))
    await waitFor(() => expect(document.querySelector('dialog button:disabled')).toBeNull())
  }
  const keys = studio
    .inputs('queue.retry')
    .map((input) =>
      typeof input === 'object' && input && 'idempotencyKey' in input ? input.idempotencyKey : '',
    )
  expect(new Set(keys).size).toBe(1)
  expect(studio.inputs('queue.offer_retry')).toEqual([{ batch: 'B' }, { batch: 'B' }])
})

test('the number of results to add to a collection follows the jobs that end', async () => {
  let assets = ['x']
  const studio = await open(['a', 'b'], 'queued', { 'queue.results': async () => ({ assets }) })
  studio.jobs = studio.jobs.map((job) => ({ ...job, state: 'saved' as const }))
  await click('a', { ctrlKey: true })
  await click('b', { ctrlKey: true })
  await screen.findByRole('button', { name: 'Add 1 result to…' })
  assets = ['x', 'y']
  studio.emit({ type: 'library.changed', added: 1 })
  expect(await screen.findByRole('button', { name: 'Add 2 results to…' })).toBeDefined()
})

const box = (id: string) => screen.getByRole('checkbox', { name: `Select “job ${id}”` })

test('Shift+click on checkboxes selects and deselects the rows between', async () => {
  await open()
  await userEvent.click(box('b'))
  fireEvent.click(box('d'), { shiftKey: true })
  expect(selected()).toEqual(['b', 'c', 'd'])
  await userEvent.click(box('a'))
  expect(selected()).toEqual(['a', 'b', 'c', 'd'])
  await userEvent.click(box('b'))
  fireEvent.click(box('c'), { shiftKey: true })
  expect(selected()).toEqual(['a', 'd'])
})

test('Shift+Space and Shift with an arrow key select a range with the focus on a checkbox', async () => {
  await open()
  await userEvent.click(box('b'))
  box('d').focus()
  await userEvent.keyboard('{Shift>} {/Shift}')
  expect(selected()).toEqual(['b', 'c', 'd'])
  box('d').focus()
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
  expect(selected()).toEqual(['b', 'c', 'd', 'e'])
})

/** Opens the queue inside the focusable main part of the window, with two jobs selected. */
async function openSelected() {
  const jobs = ['a', 'b', 'c'].map((id) => makeJob({ id, title: `job ${id}`, state: 'queued' }))
  const studio = fakeQueueStudio({ jobs }, { 'queue.move': async () => ({ moved: 2 }) })
  show(
    <main tabIndex={-1}>
      <Queue />
    </main>,
  )
  await click('a', { ctrlKey: true })
  await click('b', { ctrlKey: true })
  await screen.findByRole('button', { name: /^Cancel \d waiting jobs…$/ })
  return studio
}
const PLACES: [string, () => void | Promise<void>][] = [
  ['an empty part of the screen', () => screen.getByRole('main').focus()],
  ['the header', () => screen.getByRole('button', { name: 'Pause all' }).focus()],
  ['a row', async () => (await title('c')).focus()],
  ['the checkbox of a row', () => box('c').focus()],
  [
    'what a closed dialog returned it to',
    async () => {
      screen.getByRole('button', { name: /^Cancel \d waiting jobs…$/ }).focus()
      await userEvent.click(screen.getByRole('button', { name: /^Cancel \d waiting jobs…$/ }))
      fireEvent(await screen.findByRole('dialog'), new Event('cancel', { cancelable: true }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    },
  ],
]

test.each(PLACES)('the keys of the selection work with the focus on %s', async (place, focus) => {
  const studio = await openSelected()
  const press = async (key: string, keys: { ctrlKey?: boolean; altKey?: boolean }) => {
    await focus()
    return fireEvent.keyDown(document.activeElement ?? document.body, { key, ...keys })
  }
  if (!place.includes('row')) {
    await press('Home', { altKey: true })
    await waitFor(() => expect(studio.inputs('queue.move')).toMatchObject([{ ids: ['a', 'b'] }]))
  }
  expect(await press('a', { ctrlKey: true })).toBe(false)
  await waitFor(() => expect(selected()).toEqual(['a', 'b', 'c']))
  await press('Escape', {})
  expect(selected()).toEqual([])
})

test('Ctrl+A in the search selects its text, not jobs', async () => {
  await openSelected()
  const isLeftToBrowser = fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'a', ctrlKey: true })
  expect(isLeftToBrowser).toBe(true)
  expect(selected()).toEqual(['a', 'b'])
})
