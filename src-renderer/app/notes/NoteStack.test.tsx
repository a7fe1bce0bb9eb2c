import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NoteBar } from '../../ui/feedback/NoteBar.tsx'
import { NoteStack } from './NoteStack.tsx'

const inWindow = (isSmall: boolean) =>
  vi.stubGlobal('matchMedia', () => ({
    matches: isSmall,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
const notes = (...texts: string[]) => (
  <NoteStack>
    {texts.map((text) => (
      <NoteBar key={text} icon={null}>
        {text}
      </NoteBar>
    ))}
  </NoteStack>
)
const shown = () => screen.getAllByRole('status').map(({ textContent }) => textContent)

beforeEach(() => inWindow(true))
afterEach(() => vi.unstubAllGlobals())

test('in a small window, several notices take one line, with how many more there are', async () => {
  render(notes('one', 'two', 'three'))
  expect(shown()).toEqual(['one'])
  const more = screen.getByRole('button', { name: '+2 notices', expanded: false })
  await userEvent.click(more)
  expect(shown()).toEqual(['one', 'two', 'three'])
  await userEvent.click(screen.getByRole('button', { name: 'Show less', expanded: true }))
  expect(shown()).toEqual(['one'])
})

test('the next notice is shown when the first one goes', async () => {
  const { rerender } = render(notes('one', 'two', 'three'))
  rerender(notes('two', 'three'))
  expect(await screen.findByRole('button', { name: '+1 notice' })).toBeDefined()
  expect(shown()).toEqual(['two'])
  rerender(notes('three'))
  await vi.waitFor(() => expect(screen.queryByRole('button')).toBeNull())
  expect(shown()).toEqual(['three'])
})

test('in a window of usual height, all notices are shown', () => {
  inWindow(false)
  render(notes('one', 'two', 'three'))
  expect(shown()).toEqual(['one', 'two', 'three'])
  expect(screen.queryByRole('button')).toBeNull()
})
