import { expect, test } from 'vitest'
import { findCommand } from './keys.ts'

const press = (key: string, modifiers: Partial<Record<'ctrlKey' | 'altKey' | 'shiftKey', boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...modifiers,
})
const commands = {
  run: { keys: ['Mod+Enter'] },
  runAtFront: { keys: ['Mod+Shift+Enter'] },
  star: { keys: ['s'] },
  help: { keys: ['?'] },
  zoomIn: { keys: ['+', '='] },
  step: { keys: ['ArrowUp'] },
  bigStep: { keys: ['Shift+ArrowUp'] },
  select: { keys: [' '] },
}

test('a command is found by its key with exactly its modifiers', () => {
  expect(findCommand(commands, press('Enter', { ctrlKey: true }))).toBe('run')
  expect(findCommand(commands, press('Enter', { ctrlKey: true, shiftKey: true }))).toBe('runAtFront')
  expect(findCommand(commands, press('Enter'))).toBeUndefined()
  expect(findCommand(commands, press('s', { ctrlKey: true }))).toBeUndefined()
  expect(findCommand(commands, press('s', { altKey: true }))).toBeUndefined()
  expect(findCommand(commands, press('ArrowUp', { shiftKey: true }))).toBe('bigStep')
})

test('a letter matches with Caps Lock, but not with Shift', () => {
  expect(findCommand(commands, press('S'))).toBe('star')
  expect(findCommand(commands, press('S', { shiftKey: true }))).toBeUndefined()
})

test('a symbol matches with and without Shift, because layouts differ', () => {
  expect(findCommand(commands, press('?', { shiftKey: true }))).toBe('help')
  expect(findCommand(commands, press('?'))).toBe('help')
  expect(findCommand(commands, press('+', { shiftKey: true }))).toBe('zoomIn')
})

test('Space matches only without Shift', () => {
  expect(findCommand(commands, press(' ', { shiftKey: true }))).toBeUndefined()
})
