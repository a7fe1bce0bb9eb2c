import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { makeQueryClient } from '../../../host/queryClient.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { fakeCreateStudio } from '../testing/fakeCreateStudio.ts'
import { showCreatePanel } from '../testing/showCreatePanel.tsx'

let studio: ReturnType<typeof fakeCreateStudio>

beforeEach(() => {
  draftStore.getState().load(null)
  studio = fakeCreateStudio(makeQueryClient())
})

const open = () => showCreatePanel(studio.client)
const findButton = (name: string | RegExp) => screen.findByRole('button', { name })
const type = (field: HTMLElement, text: string) => fireEvent.change(field, { target: { value: text } })

/** The button at a price that is older than two minutes. */
async function findOldPrice() {
  studio.priceAgeMs = 121_000
  type(await open(), 'a boat')
  const button = await findButton('Generate · $0.000512')
  studio.priceAgeMs = 0
  return button
}

test.each([
  ['the same', 1],
  ['lower', 0.5],
])(
  'a click on a price older than two minutes waits for the new one and runs if that is %s',
  async (_, factor) => {
    const button = await findOldPrice()
    studio.priceFactor = factor
    fireEvent.click(button)
    await waitFor(() => expect(studio.enqueued).toHaveLength(1))
    expect(studio.enqueued[0]?.quote?.price).toBe(512_000 * factor)
    expect(Date.now() - (studio.enqueued[0]?.quote?.quotedAt ?? 0)).toBeLessThan(60_000)
  },
)

test.each(['a click', 'the shortcut'])(
  '%s on an old price that rose asks, with both prices',
  async (kind) => {
    const button = await findOldPrice()
    studio.priceFactor = 3
    if (kind === 'a click') fireEvent.click(button)
    else await userEvent.keyboard('{Control>}{Enter}{/Control}')
    const dialog = await screen.findByRole('dialog', { name: 'The price rose' })
    expect(dialog.textContent).toContain(
      'It was $0.000512 when you clicked and is $0.001536 now. Nothing was sent.',
    )
    expect(studio.enqueued).toEqual([])
    fireEvent.click(within(dialog).getByRole('button', { name: 'Generate · $0.001536' }))
    await waitFor(() => expect(studio.enqueued).toHaveLength(1))
    expect(studio.enqueued[0]?.quote?.price).toBe(1_536_000)
  },
)

test('a price older than a minute is requested again when the pointer, the focus or the window’s focus reaches it', async () => {
  studio.priceAgeMs = 61_000
  type(await open(), 'a boat')
  const button = await findButton('Generate · $0.000512')
  for (const reach of [
    () => fireEvent.pointerEnter(button),
    () => fireEvent.focus(button),
    () => fireEvent.focus(window),
  ]) {
    const { length } = studio.priceRequests
    reach()
    await waitFor(() => expect(studio.priceRequests).toHaveLength(length + 1))
    await act(() => new Promise((done) => setTimeout(done)))
  }
})

test('a click that the studio finds too old runs at the same price without another click', async () => {
  studio.nextProblem = { code: 'quote_outdated', money: 'not_charged' }
  type(await open(), 'a boat')
  fireEvent.click(await findButton('Generate · $0.000512'))
  await waitFor(() => expect(studio.enqueued).toHaveLength(2))
  expect(studio.enqueued[0]?.idempotencyKey).toBe(studio.enqueued[1]?.idempotencyKey)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a click that would exceed a limit is announced before it, with the way out', async () => {
  studio.budgets = [{ scope: { kind: 'day' }, cap: 600_000, used: 100_000, reserved: 0, state: 'fine' }]
  type(await open(), 'a boat')
  const text = await screen.findByText('This costs $0.000512. Your $0.0006 limit for today has $0.0005 left.')
  expect(studio.enqueued).toEqual([])
  const note = text.parentElement ?? document.body
  await userEvent.click(within(note).getByRole('button', { name: 'Raise limit' }))
  expect(location.hash).toBe('#/settings/budgets')
})
