import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { makeQueryClient } from '../../../host/queryClient.ts'
import { toasts } from '../../../lib/toasts.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { fakeCreateStudio } from '../testing/fakeCreateStudio.ts'
import { showCreatePanel } from '../testing/showCreatePanel.tsx'

let studio: ReturnType<typeof fakeCreateStudio>
const client = () => studio.client

beforeEach(() => {
  draftStore.getState().load(null)
  studio = fakeCreateStudio(makeQueryClient())
})

const open = () => showCreatePanel(client())
const findButton = (name: string | RegExp) => screen.findByRole('button', { name })
const type = (field: HTMLElement, text: string) => fireEvent.change(field, { target: { value: text } })

test('the button shows the price of the form and sends exactly the priced values', async () => {
  type(await open(), 'a boat')
  await userEvent.click(await findButton('Generate · $0.000512'))
  await waitFor(() => expect(studio.enqueued).toHaveLength(1))
  expect(studio.enqueued[0]).toMatchObject({
    operation: 'paint',
    model: 'one',
    quote: { key: 'width-512', price: 512_000, quotedAt: expect.any(Number) },
    values: { prompt: 'a boat', width: 512, height: 512, guidance: 1 },
  })
  expect(studio.enqueued[0]?.values['seed']).toBeTypeOf('number')
})

test('a click right after an edit waits for the new price and is bound to it', async () => {
  const prompt = await open()
  type(prompt, 'a boat')
  const button = await findButton('Generate · $0.000512')
  const { promise, resolve } = Promise.withResolvers<void>()
  studio.priceGate = promise
  type(prompt, 'a red boat')
  fireEvent.click(button)
  await act(() => new Promise((done) => setTimeout(done)))
  expect(studio.enqueued).toEqual([])
  await act(async () => resolve())
  await waitFor(() => expect(studio.enqueued).toHaveLength(1))
  expect(studio.enqueued[0]?.values['prompt']).toBe('a red boat')
  expect(toasts.getState().list).toEqual([])
})

test('a click at a shown price runs the form even while the check of its last edit is pending', async () => {
  const prompt = await open()
  await screen.findByRole('button', { name: 'Write a prompt to continue' })
  const { promise, resolve } = Promise.withResolvers<void>()
  studio.checkGate = promise
  type(prompt, 'a boat')
  await userEvent.click(await findButton('Generate · $0.000512'))
  await waitFor(() => expect(studio.enqueued).toHaveLength(1))
  expect(studio.enqueued[0]?.values['prompt']).toBe('a boat')
  await act(async () => resolve())
})

test('clicks that wait for a price run what was on the screen at the click, whatever is edited afterwards', async () => {
  const prompt = await open()
  type(prompt, 'a boat')
  const button = await findButton('Generate · $0.000512')
  const { promise, resolve } = Promise.withResolvers<void>()
  studio.priceGate = promise
  for (const text of ['a red boat', 'a blue boat']) {
    type(prompt, text)
    fireEvent.click(button)
  }
  type(prompt, 'a green boat')
  await act(async () => resolve())
  await waitFor(() => expect(studio.jobs).toHaveLength(2))
  expect(studio.enqueued.map(({ values }) => values['prompt'])).toEqual(['a red boat', 'a blue boat'])
})

test('the shown seed is sent, and a new one is drawn afterwards', async () => {
  type(await open(), 'a boat')
  const seed = screen.getByRole<HTMLInputElement>('textbox', { name: 'Seed' })
  const shownSeed = Number(seed.value.replaceAll(/\D/g, ''))
  await userEvent.click(await findButton(/\$/))
  await waitFor(() => expect(studio.enqueued[0]?.values['seed']).toBe(shownSeed))
  await waitFor(() => expect(Number(seed.value.replaceAll(/\D/g, ''))).not.toBe(shownSeed))
})

test('Ctrl+Enter runs from anywhere, and a held key runs only once, even after the first job was created', async () => {
  type(await open(), 'a boat')
  await findButton(/\$/)
  const seed = screen.getByRole<HTMLInputElement>('textbox', { name: 'Seed' })
  const firstSeed = seed.value
  fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true })
  fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true, repeat: true })
  await waitFor(() => expect(seed.value).not.toBe(firstSeed))
  await findButton('Generate · $0.000512')
  fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true, repeat: true })
  await act(() => new Promise((done) => setTimeout(done)))
  expect(studio.enqueued).toHaveLength(1)
})

test('a new seed is shown in its field even while the field has the focus', async () => {
  type(await open(), 'a boat')
  await findButton(/\$/)
  const seed = screen.getByRole<HTMLInputElement>('textbox', { name: 'Seed' })
  act(() => seed.focus())
  for (const job of [0, 1]) {
    const shown = Number(seed.value)
    fireEvent.keyDown(seed, { key: 'Enter', ctrlKey: true })
    await waitFor(() => expect(studio.jobs).toHaveLength(job + 1))
    expect(studio.enqueued[job]?.values['seed']).toBe(shown)
    await waitFor(() => expect(Number(seed.value)).not.toBe(shown))
  }
})

test('Ctrl+Shift+Enter runs at the front of the queue, at the shown price and only once', async () => {
  const prompt = await open()
  type(prompt, 'a boat')
  await findButton('Generate · $0.000512')
  const { promise, resolve } = Promise.withResolvers<void>()
  studio.enqueueGate = promise
  fireEvent.keyDown(prompt, { key: 'Enter', ctrlKey: true, shiftKey: true })
  fireEvent.keyDown(prompt, { key: 'Enter', ctrlKey: true, shiftKey: true, repeat: true })
  fireEvent.keyDown(prompt, { key: 'Enter', ctrlKey: true })
  await act(async () => resolve())
  await waitFor(() => expect(studio.jobs).toHaveLength(1))
  expect(studio.enqueued).toMatchObject([{ first: true, quote: { price: 512_000 } }])
})

test('without a prompt nothing is sent, and the listed reason links to its field', async () => {
  const prompt = await open()
  const reason = await screen.findByRole('button', { name: 'Write a prompt to continue' })
  await userEvent.click(await findButton('Generate'))
  expect(studio.enqueued).toEqual([])
  expect(prompt.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(prompt)
  prompt.blur()
  await userEvent.click(reason)
  expect(document.activeElement).toBe(prompt)
})

test('a width snaps to its step on blur and with the arrow keys', async () => {
  await open()
  const width = screen.getByRole<HTMLInputElement>('textbox', { name: 'Width' })
  type(width, '1000')
  fireEvent.blur(width)
  expect(width.value).toBe('1024')
  fireEvent.keyDown(width, { key: 'ArrowDown' })
  expect(width.value).toBe('960')
})

test('prices are requested as typing while a key is held in a number field, so that they are debounced', async () => {
  type(await open(), 'a boat')
  await findButton('Generate · $0.000512')
  const width = screen.getByRole<HTMLInputElement>('textbox', { name: 'Width' })
  const before = studio.priceRequests.length
  for (const repeat of [false, true, true, true]) fireEvent.keyDown(width, { key: 'ArrowUp', repeat })
  await findButton('Generate · $0.000768')
  const requests = studio.priceRequests.slice(before)
  expect(requests.at(-1)?.values['width']).toBe(768)
  expect(new Set(requests.map(({ kind }) => kind))).toEqual(new Set(['typing']))
  expect(new Set(requests.map(({ draftId }) => draftId)).size).toBe(1)
})

test('without a price because the library is disconnected, it is requested again once its disk is connected', async () => {
  studio.hasNoPrice = true
  studio.priceErrorCode = 'library_disconnected'
  type(await open(), 'a boat')
  expect(await screen.findByText(/The disk with your library isn’t connected/)).toBeDefined()
  studio.hasNoPrice = false
  act(() => studio.emit({ type: 'disk.changed' }))
  await findButton('Generate · $0.000512')
})

test('a fixed value is read-only, and a field the model lacks is hidden', async () => {
  await open()
  expect(screen.getByText('Fixed at 1')).toBeDefined()
  expect(screen.queryByRole('textbox', { name: 'Guidance' })).toBeNull()
  expect(screen.queryByText('Negative prompt')).toBeNull()
})

test('switching the model keeps the prompt and lists the reset values', async () => {
  type(await open(), 'a boat')
  await userEvent.click(screen.getByRole('combobox', { name: /^Model/ }))
  const search = await screen.findByRole('combobox', { name: 'Search models', hidden: true })
  type(search, 'two')
  fireEvent.keyDown(search, { key: 'Enter' })
  const notice = await screen.findByText('Adjusted for Example Two')
  expect(within(notice.parentElement ?? notice).getByText('Width 768 instead of 512')).toBeDefined()
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Prompt' }).value).toBe('a boat')
})

test('“Undo” on the notice of reset values restores the earlier model and the values entered for it', async () => {
  await open()
  type(screen.getByRole('textbox', { name: 'Width' }), '640')
  await userEvent.click(screen.getByRole('combobox', { name: /^Model/ }))
  const search = await screen.findByRole('combobox', { name: 'Search models', hidden: true })
  type(search, 'two')
  fireEvent.keyDown(search, { key: 'Enter' })
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  const model = await screen.findByRole('combobox', { name: /^Model/ })
  await waitFor(() => expect(model.textContent).toContain('Example One'))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Width' }).value).toBe('640')
})

test('a remix of the current model gets its defaults and a new seed', async () => {
  await open()
  const parameters = { operation: 'paint', model: 'one', keepSeed: false }
  act(() => draftStore.getState().loadParameters({ prompt: 'fog', width: 768, seed: 9 }, parameters))
  await userEvent.click(await findButton('Generate · $0.000768'))
  await waitFor(() =>
    expect(studio.enqueued[0]?.values).toMatchObject({ prompt: 'fog', width: 768, height: 512 }),
  )
  expect(studio.enqueued[0]?.values['seed']).not.toBe(9)
})

test('values without a field in the form are adapted with a notice', async () => {
  draftStore.getState().chooseOperation('paint')
  draftStore.getState().setValues({ prompt: 'a boat', width: 512, gone: 'fog' })
  await open()
  expect(await screen.findByText('Adjusted for Example One')).toBeDefined()
})

test('a run without a known price must be confirmed', async () => {
  studio.hasNoPrice = true
  type(await open(), 'a boat')
  await userEvent.click(await findButton('Generate · Price unavailable'))
  expect(studio.enqueued).toEqual([])
  await userEvent.click(await screen.findByRole('button', { name: 'Run anyway', hidden: true }))
  await waitFor(() => expect(studio.enqueued).toHaveLength(1))
  expect(studio.enqueued[0]?.quote).toBeNull()
})

test('a form that became invalid without a change shows why at the field when clicked, and creates no job', async () => {
  type(await open(), 'a boat')
  const button = await findButton(/\$/)
  studio.issues = [{ field: 'width', code: 'not_an_option' }]
  await userEvent.click(button)
  const width = screen.getByRole('textbox', { name: 'Width' })
  await waitFor(() => expect(width.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(studio.jobs).toEqual([])
})

test('a value rejected by the price check shows the error at its field until it changes', async () => {
  studio.hasNoPrice = true
  studio.priceIssueFields = { width: ['The width must be less.'], plan: ['not yours'], prompt: [] }
  const prompt = await open()
  type(prompt, 'a boat')
  await findButton('Generate · Price unavailable')
  const width = screen.getByRole('textbox', { name: 'Width' })
  await waitFor(() => expect(width.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByRole('button', { name: 'Width: The width must be less.' })).toBeDefined()
  expect(screen.queryByText(/not yours/)).toBeNull()
  // A field without a message is marked too.
  expect(prompt.getAttribute('aria-invalid')).toBe('true')
  studio.hasNoPrice = false
  type(width, '256')
  await findButton('Generate · $0.000256')
  expect(width.getAttribute('aria-invalid')).not.toBe('true')
  expect(studio.enqueued).toEqual([])
})

const refusal: Problem = {
  code: 'budget_full',
  money: 'not_charged',
  params: { scope: 'day', cap: 1000, used: 900, reserved: 0, wanted: 512_000 },
  limit: { scope: { kind: 'day' }, wanted: 512_000 },
}
const day = { scope: { kind: 'day' }, cap: 1000, used: 900, reserved: 0, state: 'near' } as const

test('the error of a click stays at the button until the form changes', async () => {
  studio.nextProblem = refusal
  studio.budgets = [day]
  const prompt = await open()
  type(prompt, 'a boat')
  await userEvent.click(await findButton(/\$/))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent?.replaceAll(/\s+/g, ' ')).toBe(
    'This costs $0.000512. Your $0.000001 limit for today has $0.000001 left. Nothing was sent or charged. Raise limit',
  )
  await userEvent.click(within(alert).getByRole('button', { name: 'Raise limit' }))
  expect(location.hash).toBe('#/settings/budgets')
  cleanup()
  const reopenedPrompt = await open()
  await screen.findByRole('alert')
  expect(toasts.getState().list).toEqual([])
  type(reopenedPrompt, 'a red boat')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('a limit error disappears once the limit has room', async () => {
  studio.nextProblem = refusal
  studio.budgets = [day]
  type(await open(), 'a boat')
  await userEvent.click(await findButton(/\$/))
  await screen.findByRole('alert')
  studio.budgets = [{ ...day, cap: 600_000 }]
  await act(() => client().invalidateQueries({ queryKey: ['budgets.get'] }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('while the keychain is locked, a note with a retry button is shown instead of a request for the key', async () => {
  studio.hasNoPrice = true
  studio.priceErrorCode = 'key_missing'
  studio.priceMissingKey = 'keychain_waiting'
  type(await open(), 'a boat')
  expect(await screen.findByText(/Your system keychain is waiting for you to unlock it\./)).toBeDefined()
  expect(screen.queryByRole('button', { name: /Update key/ })).toBeNull()
  studio.hasNoPrice = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await findButton('Generate · $0.000512')).toBeDefined()
})

test.each(['missing', 'refused'])(
  'with a %s key, the run is blocked and a link leads to the connection',
  async (reason) => {
    if (reason === 'missing') studio.keyState = 'missing'
    studio.hasNoPrice = true
    studio.priceErrorCode = reason === 'missing' ? 'key_missing' : 'service_key_refused'
    type(await open(), 'a boat')
    const button = await findButton('Generate · Price unavailable')
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
    await userEvent.click(button)
    expect(screen.queryByRole('button', { name: 'Run anyway', hidden: true })).toBeNull()
    const link = screen.getByRole('button', { name: /API key( is missing)?\. Update key$/ })
    expect(document.activeElement).toBe(link)
    await userEvent.click(link)
    expect(location.hash).toBe('#/settings/connections?key=c')
    expect(studio.enqueued).toEqual([])
  },
)
