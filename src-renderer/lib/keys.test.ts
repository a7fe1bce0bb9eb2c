import { describe, expect, test } from 'vitest'
import type { Commands } from '../../src-preload/shared/keymap/Command.ts'
import { keymap } from '../../src-preload/shared/keymap/keymap.ts'
import { layoutNames, layoutPresses, type LayoutName } from '../testing/keyboardLayouts.ts'
import { findCommand } from './keys.ts'
import { shortcutKey } from './shortcutKey.ts'

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

/** Presses of a layout as keyboard events, `Mod` held or not. */
const pressesOf = (layout: LayoutName, ctrlKey: boolean) =>
  layoutPresses(layout).map(({ isAltGraph, ...keys }) => ({
    ...keys,
    ctrlKey,
    metaKey: false,
    altKey: false,
    getModifierState: () => isAltGraph,
  }))

/** The commands that are run by a character, each with one of its characters. */
const characterCommands = Object.entries(keymap).flatMap(([scope, commands]: [string, Commands]) =>
  Object.entries(commands).flatMap(([id, { keys }]) =>
    keys.flatMap((text) => {
      const name = text.split(/\+(?=.)/).at(-1) ?? ''
      return name.length === 1 && name !== ' ' ? [{ scope, commands, id, keys: text, name }] : []
    }),
  ),
)

describe.each(layoutNames)('on a %s keyboard', (layout) => {
  test('every command can be reached', () => {
    const unreachable = characterCommands.filter(({ commands, id, keys, name }) => {
      const presses = pressesOf(layout, keys.startsWith('Mod+'))
      const alternatives = commands[id]?.keys ?? []
      // `+` or `=` zooms in; one of them is enough.
      return !presses.some((press) => {
        const key = shortcutKey(press)
        const isKey = commands[id]?.perKey ? key === name : alternatives.some((other) => other.endsWith(key))
        return findCommand(commands, press) === id && isKey
      })
    })
    expect(unreachable.map(({ scope, id, keys }) => `${scope}.${id} ${keys}`)).toEqual([])
  })

  test('each letter is one physical key, also with Ctrl', () => {
    const letters = new Set(characterCommands.map(({ name }) => name).filter((name) => /[a-z]/.test(name)))
    for (const ctrlKey of [false, true])
      for (const letter of letters) {
        const codes = pressesOf(layout, ctrlKey)
          .filter((press) => !press.shiftKey && shortcutKey(press).toLowerCase() === letter)
          .filter((press) => findCommand({ it: { keys: [`${ctrlKey ? 'Mod+' : ''}${letter}`] } }, press))
          .map(({ code }) => code)
        expect([letter, codes]).toEqual([letter, [expect.any(String)]])
      }
  })

  test('AltGr runs no command but those of the symbol that it types', () => {
    const typed = pressesOf(layout, false).filter(({ getModifierState }) => getModifierState())
    const others = typed.filter(({ key }) => !'[]'.includes(key))
    const found = others.flatMap((press) =>
      characterCommands.filter(({ commands }) => findCommand(commands, press) !== undefined),
    )
    expect(found).toEqual([])
  })
})

test('a key of a non-Latin layout is the letter at its place, with exactly its modifiers', () => {
  const keys = { palette: { keys: ['Mod+k'] }, redo: { keys: ['Mod+Shift+z'] }, star: { keys: ['s'] } }
  expect(findCommand(keys, { ...press('л', { ctrlKey: true }), code: 'KeyK' })).toBe('palette')
  expect(findCommand(keys, { ...press('л'), code: 'KeyK' })).toBeUndefined()
  expect(findCommand(keys, { ...press('Я', { ctrlKey: true, shiftKey: true }), code: 'KeyZ' })).toBe('redo')
  expect(findCommand(keys, { ...press('ы'), code: 'KeyS' })).toBe('star')
  // Caps Lock.
  expect(findCommand(keys, { ...press('Ы'), code: 'KeyS' })).toBe('star')
})

test('AltGr on Windows, which also reports Ctrl and Alt, types a character', () => {
  const altGraph = { ctrlKey: true, altKey: true, metaKey: false, getModifierState: () => true }
  expect(findCommand({ star: { keys: ['Mod+s'] } }, { key: 's', code: 'KeyS', ...altGraph })).toBeUndefined()
  expect(findCommand({ start: { keys: ['['] } }, { key: '[', code: 'Digit8', ...altGraph })).toBe('start')
})

test('a dead key and a character of Option on a Mac are no shortcuts', () => {
  const keys = { fit: { keys: ['z'] }, star: { keys: ['s'] }, palette: { keys: ['Mod+k'] } }
  expect(findCommand(keys, { ...press('Dead'), code: 'KeyZ' })).toBeUndefined()
  expect(findCommand(keys, { ...press('ß', { altKey: true }), code: 'KeyS' })).toBeUndefined()
  expect(findCommand(keys, { ...press('Ω', { altKey: true }), code: 'KeyZ' })).toBeUndefined()
})
