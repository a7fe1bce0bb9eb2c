import { render } from '@testing-library/react'
import { useRef } from 'react'
import { expect, test, vi } from 'vitest'
import type { Command, Commands } from '../../src-preload/shared/keymap/Command.ts'
import { keymap } from '../../src-preload/shared/keymap/keymap.ts'
import { useShortcuts } from '../ui/useShortcuts.ts'

const scopes: [string, Commands][] = Object.entries(keymap)

/** An element with the commands of a scope, which report themselves. */
function Commanded({ commands, onRun }: { commands: Commands; onRun: (id: string) => void }) {
  const element = useRef<HTMLButtonElement>(null)
  const handlers = Object.fromEntries(Object.keys(commands).map((id) => [id, () => onRun(id)]))
  useShortcuts('full', element, commands, handlers)
  return <button type="button" ref={element} aria-label="commands" />
}

/** A press of the keys of a command, from the focused element. */
function press(keys: string, composing: KeyboardEventInit = {}) {
  const modifiers = keys.split(/\+(?=.)/)
  const event = new KeyboardEvent('keydown', {
    key: modifiers.at(-1) ?? '',
    ctrlKey: modifiers.includes('Mod'),
    altKey: modifiers.includes('Alt'),
    shiftKey: modifiers.includes('Shift'),
    bubbles: true,
    cancelable: true,
    ...composing,
  })
  document.body.dispatchEvent(event)
  return event
}

const keysOf = (commands: Commands): [id: string, keys: string][] =>
  Object.entries(commands).flatMap(([id, { keys }]: [string, Command]) =>
    keys.map((text): [string, string] => [id, text]),
  )

test.each(scopes)('no command of “%s” runs while an input method composes', (_, commands) => {
  const onRun = vi.fn<(id: string) => void>()
  render(<Commanded commands={commands} onRun={onRun} />)
  for (const [id, keys] of keysOf(commands)) {
    // Chrome and Firefox; Safari's last key, after its `compositionend`; a key that Windows hands to the input method.
    press(keys, { isComposing: true })
    press(keys, { keyCode: 229 })
    press(keys, { isComposing: true, keyCode: 229 })
    expect(onRun).not.toHaveBeenCalled()
    press(keys)
    expect(onRun.mock.calls).toEqual([[id]])
    onRun.mockClear()
  }
})

test('no listener of the window, the document or an element gets a key of a composition', () => {
  const listener = vi.fn<() => void>()
  const targets = [window, document, document.body]
  for (const target of targets)
    for (const capture of [true, false]) target.addEventListener('keydown', listener, { capture })
  press('a', { isComposing: true })
  expect(listener).not.toHaveBeenCalled()
  press('a')
  expect(listener).toHaveBeenCalledTimes(6)
  for (const target of targets)
    for (const capture of [true, false]) target.removeEventListener('keydown', listener, { capture })
})

test('Enter and Escape of a composition submit no form and close no dialog', () => {
  for (const key of ['Enter', 'Escape']) {
    expect(press(key, { isComposing: true }).defaultPrevented).toBe(true)
    expect(press(key).defaultPrevented).toBe(false)
  }
  expect(press('a', { isComposing: true }).defaultPrevented).toBe(false)
})
