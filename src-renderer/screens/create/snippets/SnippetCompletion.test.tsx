import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'
import { bridgeOf } from '../testing/fakeCreateStudio.ts'
import { fakeSnippets } from '../testing/fakeSnippets.ts'
import { showForm } from '../testing/showForm.tsx'

const PROMPT = {
  kind: 'text',
  name: 'prompt',
  label: 'Prompt',
  required: true,
  section: 'main',
  multiline: true,
} as const

const SNIPPETS = [
  { name: 'style', text: 'oil painting' },
  { name: 'animal', text: 'fox\nowl' },
  { name: 'wild animal', text: 'lynx\nwolf' },
]

/** Shows a prompt with this text and the caret at its end, once snippets can be completed. */
async function open(text = '') {
  const { handlers } = fakeSnippets(SNIPPETS)
  const values = showForm({ fields: [PROMPT], values: { prompt: text }, bridge: bridgeOf(handlers) })
  const area = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Prompt' })
  await waitFor(() => expect(area.getAttribute('aria-autocomplete')).toBe('list'))
  await userEvent.click(area)
  return { area, prompt: () => values()['prompt'] }
}
const options = () => screen.queryAllByRole('option', { hidden: true }).map(({ textContent }) => textContent)
const activeOf = (area: HTMLElement) =>
  document.getElementById(area.getAttribute('aria-activedescendant') ?? '')?.textContent

test('two underscores open the list of snippets, and text typed after them filters it', async () => {
  const { area } = await open('a ')
  await userEvent.type(area, '_')
  expect(options()).toEqual([])
  await userEvent.type(area, '_')
  expect(options()).toHaveLength(3)
  await userEvent.type(area, 'AN')
  expect(options()).toEqual(['animal2 lines · fox', 'wild animal2 lines · lynx'])
  expect(activeOf(area)).toContain('fox')
  expect(area.getAttribute('aria-controls')).toBe(screen.getByRole('listbox', { hidden: true }).id)
  expect(document.activeElement).toBe(area)
  await userEvent.type(area, 'x')
  expect(options()).toEqual([])
  expect(area.hasAttribute('aria-activedescendant')).toBe(false)
})

test('Enter inserts a reference to a list, with the caret after it, and keeps the rest of the text', async () => {
  const { area, prompt } = await open('a  in snow')
  await userEvent.type(area, '__', { initialSelectionStart: 2, initialSelectionEnd: 2 })
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}{ArrowDown}{Enter}')
  expect(prompt()).toBe('a __animal__ in snow')
  expect(area.selectionStart).toBe('a __animal__'.length)
  expect(options()).toEqual([])
})

test('Tab inserts the text of a one-line snippet, and the next underscores open the list again', async () => {
  const { area, prompt } = await open()
  await userEvent.type(area, '__st')
  await userEvent.keyboard('{Tab}')
  expect(prompt()).toBe('oil painting')
  expect(document.activeElement).toBe(area)
  await userEvent.type(area, ', __')
  expect(options()).toHaveLength(3)
})

test('a click inserts a snippet and leaves the focus in the text area', async () => {
  const { area, prompt } = await open('x ')
  await userEvent.type(area, '__')
  await userEvent.click(screen.getAllByRole('option', { hidden: true })[1] ?? area)
  expect(prompt()).toBe('x oil painting')
  expect(document.activeElement).toBe(area)
})

test('Escape closes the list until underscores are typed again', async () => {
  const { area } = await open()
  await userEvent.type(area, '__a')
  await userEvent.keyboard('{Escape}n')
  expect(options()).toEqual([])
  await userEvent.keyboard('{Backspace}{Backspace}')
  expect(options()).toEqual([])
  await userEvent.keyboard(' and __')
  expect(options()).toHaveLength(3)
})

test('the list closes when the caret leaves the reference, and Enter then inserts a line break', async () => {
  const { area, prompt } = await open()
  await userEvent.type(area, '__')
  await userEvent.keyboard('{Home}')
  expect(options()).toEqual([])
  await userEvent.keyboard('{End}{Enter}')
  expect(prompt()).toBe('__\n')
})

test('Ctrl+Enter doesn’t reach the form while the list is open, but does once it is closed', async () => {
  const { area } = await open()
  const onKeyDown = vi.fn<(event: Event) => void>()
  document.body.addEventListener('keydown', onKeyDown)
  await userEvent.type(area, '__')
  onKeyDown.mockClear()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(onKeyDown.mock.calls.filter(([event]) => 'key' in event && event.key === 'Enter')).toEqual([])
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(onKeyDown.mock.calls.filter(([event]) => 'key' in event && event.key === 'Enter')).toHaveLength(1)
  document.body.removeEventListener('keydown', onKeyDown)
})

test('Enter is ignored while a character is composed', async () => {
  const { area, prompt } = await open()
  await userEvent.type(area, '__')
  fireEvent.keyDown(area, { key: 'Enter', isComposing: true })
  expect(prompt()).toBe('__')
  expect(options()).toHaveLength(3)
})

const TEXTS: FieldOf<'text'> = { ...PROMPT, name: 'input', label: 'Text', several: 5 }

/** Shows a field with these texts. Snippets are completed in the box that was focused last. */
function openTexts(...texts: string[]) {
  const { handlers } = fakeSnippets(SNIPPETS)
  const values = showForm({ fields: [TEXTS], values: { input: texts }, bridge: bridgeOf(handlers) })
  const focus = async (number: number) => {
    const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: `Text ${number}` })
    await userEvent.click(box)
    await waitFor(() => expect(box.getAttribute('aria-autocomplete')).toBe('list'))
    return box
  }
  return { focus, texts: () => values()['input'] }
}

test('snippets can be completed in each of several texts, by keyboard and mouse', async () => {
  const { focus, texts } = openTexts('first', 'second ', '')
  const second = await focus(2)
  await userEvent.type(second, '__st')
  expect(activeOf(second)).toContain('oil painting')
  await userEvent.keyboard('{Enter}')
  const third = await focus(3)
  expect(second.hasAttribute('aria-autocomplete')).toBe(false)
  await userEvent.type(third, '__')
  await userEvent.click(screen.getAllByRole('option', { hidden: true })[0] ?? third)
  expect(document.activeElement).toBe(third)
  expect(texts()).toEqual(['first', 'second oil painting', '__animal__'])
  const first = await focus(1)
  await userEvent.type(first, ', __wi')
  await userEvent.keyboard('{Tab}')
  expect(texts()).toEqual(['first, __wild animal__', 'second oil painting', '__animal__'])
})

test('snippets can be completed in an added text, and the list closes when its text is removed', async () => {
  const { focus, texts } = openTexts('a', 'b')
  await userEvent.click(await screen.findByRole('button', { name: 'Add text' }))
  const third = await focus(3)
  await userEvent.type(third, '__')
  expect(options()).toHaveLength(3)
  await userEvent.click(screen.getByRole('button', { name: 'Remove text 3' }))
  expect(options()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Add text' }))
  await userEvent.type(await focus(3), '__')
  expect(options()).toHaveLength(3)
  await userEvent.type(await focus(2), ' __st')
  await userEvent.keyboard('{Enter}')
  expect(texts()).toEqual(['a', 'b oil painting', '__'])
})

test('“Pick at random” replaces a reference only in its own text, if there are several', async () => {
  const { texts } = openTexts('a __animal__', 'b __animal__', '__style__')
  const [, button, none] = await screen.findAllByRole('button', { name: 'Pick at random' })
  expect(none).toBeUndefined()
  expect(screen.queryByRole('button', { name: /^Run as a batch/ })).toBeNull()
  await userEvent.click(button ?? document.body)
  expect(texts()).toEqual(['a __animal__', expect.stringMatching(/^b (fox|owl)$/), '__style__'])
})

test('snippets can be completed in a single-line text, and a note says that it refers to a list', async () => {
  const { handlers } = fakeSnippets(SNIPPETS)
  const field = { ...PROMPT, name: 'key', label: 'Key', multiline: false }
  const values = showForm({ fields: [field], bridge: bridgeOf(handlers) })
  const box = screen.getByRole('textbox', { name: 'Key' })
  await waitFor(() => expect(box.getAttribute('aria-autocomplete')).toBe('list'))
  await userEvent.type(box, 'C __an')
  expect(options()).toHaveLength(2)
  await userEvent.keyboard('{Enter}')
  expect(values()['key']).toBe('C __animal__')
  expect(await screen.findByText(/^__animal__ is a wildcard list\./)).toBeDefined()
})
