import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Handlers } from '../../../src-preload/contract/routes.ts'
import { StudioError } from '../../../src-preload/shared/StudioError.ts'
import { toasts } from '../../lib/toasts.ts'
import { show } from '../gallery/testing/show.tsx'
import { stubElementSizes } from '../gallery/testing/stubElementSize.ts'
import { LINE_HEIGHTS } from './model/queueLines.ts'
import { Queue } from './Queue.tsx'
import { fakeQueueStudio } from './testing/fakeQueueStudio.ts'
import { makeBatch } from './testing/makeBatch.ts'
import { makeJob } from './testing/makeJob.ts'

stubElementSizes()

const offer = {
  ids: ['f'],
  total: 4_213_000,
  leftOut: { uncertain: 0, unconfirmed: 0, charged: 0, permanent: 0, unpriced: 0 },
}
/** A running batch with a failed job. */
const open = (handlers: Partial<Handlers> = {}) => {
  location.hash = '#/queue'
  const batch = makeBatch({ id: 'B', name: 'Boats', unsent: 1, running: 1, failed: 1 })
  const studio = fakeQueueStudio(
    {
      batches: [batch, makeBatch({ id: 'C', name: 'Cats', unsent: 2, running: 0 })],
      jobs: [
        makeJob({ id: 'f', title: 'a failed boat', batch: 'B', state: 'failed' }),
        makeJob({ id: 'c', title: 'a cat', batch: 'C' }),
      ],
    },
    { 'queue.offer_retry': async () => offer, ...handlers },
  )
  show(<Queue />)
  return studio
}
const openMenuItem = async (name: RegExp) => {
  await userEvent.click(await screen.findByRole('button', { name: 'More for Boats' }))
  await userEvent.click(await screen.findByRole('menuitem', { name, hidden: true }))
}

test('a batch that ends stays expanded with its failures', async () => {
  const studio = open()
  await screen.findByText('a failed boat')
  studio.batches = studio.batches.map((batch) =>
    batch.id === 'B' ? { ...batch, unsent: 0, running: 0 } : batch,
  )
  act(() => studio.emit({ type: 'queue.changed' }))
  await waitFor(() => expect(studio.inputs('batches.list').length).toBeGreaterThan(1))
  await act(async () => {})
  expect(screen.getByText('a failed boat')).toBeDefined()
  expect(screen.queryByText('a cat')).toBeNull()
})

test('a late response to one dialog of a batch leaves another one open', async () => {
  const gate = Promise.withResolvers<void>()
  open({
    'queue.cancel': async () => {
      await gate.promise
      return { cancelled: 1, quoted: 0 }
    },
  })
  await openMenuItem(/Cancel 1 waiting/)
  await userEvent.click(await screen.findByRole('button', { name: /^Cancel 1 job/ }))
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
  await openMenuItem(/Rename/)
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), ' at night')
  await act(async () => gate.resolve())
  await waitFor(() => expect(toasts.getState().list.at(-1)?.text).toMatch(/^1 job cancelled/))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Boats at night')
})

test('a retry that fails after its dialog was closed is reported in a toast', async () => {
  const gate = Promise.withResolvers<void>()
  open({
    'queue.retry': async () => {
      await gate.promise
      throw new StudioError({ code: 'disk_full', money: 'not_charged' })
    },
  })
  await openMenuItem(/^Retry 1 failed/)
  await userEvent.click(await screen.findByRole('button', { name: /\$0\.004213/ }))
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
  await act(async () => gate.resolve())
  await waitFor(() => expect(toasts.getState().list.at(-1)?.text).toMatch(/disk is full/))
})

test('unconfirmed charges that can’t be read are reported, and a retry shows them', async () => {
  let isFailing = true
  const job = makeJob({ id: 'u', title: 'a lost boat', state: 'uncertain' })
  fakeQueueStudio(
    {},
    {
      'queue.page': async ({ filter: { states } }) => {
        const isUncertain = states?.join() === 'uncertain'
        if (isUncertain && isFailing) throw new StudioError({ code: 'internal', money: 'none' })
        return { jobs: isUncertain ? [job] : [], next: null, total: isUncertain ? 1 : 0 }
      },
    },
  )
  show(<Queue />)
  expect((await screen.findByRole('alert')).textContent).toContain('couldn’t check for unconfirmed charges')
  isFailing = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(/a lost boat/)).toBeDefined()
})

test('a row keeps the focus when it is scrolled out of view', async () => {
  const jobs = Array.from({ length: 150 }, (_, n) => makeJob({ id: `w${n}`, title: `w${n}` }))
  fakeQueueStudio({ jobs })
  show(<Queue />)
  const first = await screen.findByRole('button', { name: 'w0' })
  act(() => first.focus())
  const scroller = screen.getByRole('list', { name: 'Jobs' }).parentElement
  if (!scroller) throw new Error('The list has no scroller')
  scroller.scrollTop = 100 * LINE_HEIGHTS.job
  fireEvent.scroll(scroller)
  await screen.findByRole('button', { name: 'w100' })
  expect(document.activeElement).toBe(first)
  expect(screen.queryByRole('button', { name: 'w20' })).toBeNull()
})
