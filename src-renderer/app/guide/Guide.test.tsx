import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Guide } from './Guide.tsx'

const open = () => {
  const onClose = vi.fn()
  render(<Guide onClose={onClose} />)
  return { onClose, text: screen.getByRole('region', { name: 'Text of the guide' }) }
}
const marks = () => [...document.querySelectorAll('mark')]

test('the guide shows the chapters, tables and code of docs/guide.md', () => {
  const { text } = open()
  expect(within(text).getByRole('heading', { name: 'Tasks', level: 3 })).toBeDefined()
  expect(within(text).getByRole('heading', { name: 'Snippets and wildcard lists', level: 4 })).toBeDefined()
  expect(within(text).getByRole('cell', { name: '{prompt}' }).querySelector('code')?.textContent).toBe(
    '{prompt}',
  )
  expect(text.textContent).not.toContain('**')
  expect(document.querySelector('dialog a')).toBeNull()
})

test('an entry of the contents moves the focus to the heading of its section', async () => {
  open()
  const contents = screen.getByRole('navigation', { name: 'Contents' })
  await userEvent.click(within(contents).getByRole('button', { name: 'Export' }))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Export' }))
})

test('the list of sections in a narrow window goes to a section and keeps the focus', async () => {
  open()
  const list = screen.getByRole('combobox', { name: 'Go to' })
  const scrollTo = vi.fn<() => void>()
  screen.getByRole('heading', { name: 'Export' }).scrollIntoView = scrollTo
  list.focus()
  await userEvent.selectOptions(list, 'Export')
  expect(scrollTo).toHaveBeenCalledOnce()
  expect(document.activeElement).toBe(list)
})

test('the search marks every match, also one that is partly bold or code, and steps through them', async () => {
  open()
  const box = screen.getByRole('textbox', { name: 'Find in text' })
  expect(document.activeElement).toBe(box)
  await userEvent.type(box, 'alt+↑ shows')
  expect(marks().map(({ textContent }) => textContent)).toEqual(expect.arrayContaining(['Alt+↑', ' shows']))
  await userEvent.clear(box)
  await userEvent.type(box, 'sandbox')
  const count = marks().length
  expect(count).toBeGreaterThan(1)
  expect(screen.getByText(`1 of ${count}`)).toBeDefined()
  const current = () => marks().findIndex((mark) => mark.dataset['current'] !== undefined)
  expect(current()).toBe(0)
  await userEvent.keyboard('{Enter}')
  expect(current()).toBe(1)
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}')
  expect(current()).toBe(0)
  await userEvent.keyboard('{Escape}')
  expect(marks()).toEqual([])
  await userEvent.type(box, 'no such words')
  expect(screen.getByText('No matches')).toBeDefined()
})

test('Ctrl+F goes to the search from anywhere in the guide', async () => {
  const { text } = open()
  text.focus()
  await userEvent.keyboard('{Control>}f{/Control}')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Find in text' }))
})
