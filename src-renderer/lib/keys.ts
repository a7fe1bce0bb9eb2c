import type { Command, Commands } from '../../src-preload/shared/keymap/Command.ts'
import { isMac, type KeyPress, shortcutKey, shortcutModifiers } from './shortcutKey.ts'

/** The keys of a command on this platform. */
export const keysOf = ({ keys, mac }: Command): readonly string[] => (isMac && mac) || keys

/** Whether Ctrl, Cmd or Alt is held, so that the key may be a shortcut of the browser, such as Alt+← for the previous page. */
export const hasModifier = ({
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyPress, 'ctrlKey' | 'metaKey' | 'altKey'>): boolean => ctrlKey || metaKey || altKey

/** The key and its modifiers in the notation of `Command`. */
const splitKeys = (keys: string): string[] => keys.split(/\+(?=.)/)

function matches(press: KeyPress, keys: string): boolean {
  const pressed = shortcutModifiers(press)
  if (!pressed) return false
  const modifiers = splitKeys(keys)
  const name = modifiers.pop()?.toLowerCase()
  const key = shortcutKey(press).toLowerCase()
  // Keyboard layouts differ in which symbols need Shift.
  const isSymbol = key.length === 1 && key !== ' ' && key === key.toUpperCase()
  return (
    key === name &&
    pressed.mod === modifiers.includes('Mod') &&
    pressed.alt === modifiers.includes('Alt') &&
    (isSymbol || (press.shiftKey ?? false) === modifiers.includes('Shift'))
  )
}

/** The command that a key press runs. */
export const findCommand = <C extends Commands>(
  commands: C,
  press: KeyPress,
): (keyof C & string) | undefined => {
  const isId = (id: string): id is keyof C & string => id in commands
  const found = Object.entries(commands).find(([, command]) =>
    keysOf(command).some((keys) => matches(press, keys)),
  )
  return found && isId(found[0]) ? found[0] : undefined
}

const NAMES: Record<string, string> = {
  Mod: isMac ? '⌘' : 'Ctrl',
  Shift: isMac ? '⇧' : 'Shift',
  Alt: isMac ? '⌥' : 'Alt',
  Enter: '↵',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  PageUp: 'Page Up',
  PageDown: 'Page Down',
  Delete: 'Del',
  Escape: 'Esc',
  ' ': 'Space',
}

/** A key in the platform's notation: `Mod+Enter` is ⌘↵ on a Mac and Ctrl ↵ elsewhere. */
export const keyText = (keys: string): string =>
  splitKeys(keys)
    .map((key) => NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key))
    .join(isMac ? '' : ' ')
