import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { Commands } from '../../src-preload/shared/keymap/Command.ts'
import { listCommands } from '../../src-preload/shared/keymap/lazyCommands.ts'
import { findCommand } from '../lib/keys.ts'
import { shortcutKey } from '../lib/shortcutKey.ts'
import { isUnderDialog, openDialogs } from './overlays/Dialog.tsx'

/** `full`: the shortcuts work wherever the focus is. `embedded`: only while the element has the focus. */
export type DisplayMode = 'full' | 'embedded'
/** `window`: they also work under a dialog that fills the window without a form, such as an opened result. */
type Mode = DisplayMode | 'window'

/** What each command does, called with the pressed key; undefined for those that can't run now. */
export type Handlers<C extends Commands> = {
  readonly [Id in keyof C]: ((key: string) => void) | undefined | false
}

/** The commands of an element that is on the screen. */
interface MountedCommands {
  commands: Commands
  /** What a command does now; undefined if it can't run, or its keys don't reach the element. */
  find: (id: string) => ((key: string) => void) | undefined
}

const mountedCommands = new Set<MountedCommands>()

/** A command that can run now. */
export interface ActiveCommand {
  commands: Commands
  id: string
  run: () => void
}

/** The commands that can run now and are one action each. */
export const activeCommands = (): ActiveCommand[] =>
  [...mountedCommands].flatMap(({ commands, find }) =>
    Object.entries(commands).flatMap(([id, { keys, perKey }]) =>
      perKey || !find(id) ? [] : [{ commands, id, run: () => find(id)?.(keys[0] ?? '') }],
    ),
  )

/**
 * Handles the commands of an element: global in `full` mode, otherwise only while the focus is inside it. The focused element has
 * priority. Without `handlers` none of them can run.
 */
export function useShortcuts<C extends Commands>(
  mode: Mode,
  containerRef: RefObject<HTMLElement | null>,
  commands: C,
  handlers: Handlers<C> | undefined,
): void {
  const find = useEffectEvent((id: string) => {
    // The element can be rendered after this hook has run, so the reference is read at each key press.
    const container = containerRef.current
    const topDialog = openDialogs.getState().list.at(-1)
    const isReached =
      mode === 'full'
        ? !isUnderDialog(container)
        : mode === 'window'
          ? !topDialog || topDialog.dataset['size'] === 'screen'
          : container?.contains(document.activeElement)
    return (isReached && handlers?.[id]) || undefined
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      if (event.ctrlKey || event.metaKey ? selectsText(event) : handlesKey(event.target, event.key)) return
      const id = findCommand(commands, event)
      const run = id && find(id)
      if (!run) return
      event.preventDefault()
      if (!event.repeat || !commands[id]?.once) run(shortcutKey(event))
    }
    const mounted = { commands, find: (id: string) => find(id) }
    mountedCommands.add(mounted)
    addEventListener('keydown', onKey)
    return () => {
      mountedCommands.delete(mounted)
      removeEventListener('keydown', onKey)
    }
  }, [commands])
}

/**
 * Keeps Ctrl+A from selecting the texts of a whole screen: it selects in a list, a text field or a dialog, or does nothing. For the frame
 * around the screens.
 */
export function useNoPageSelection(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (findCommand(listCommands, event) === undefined || event.defaultPrevented) return
      const isTakenByList = [...mountedCommands].some(({ commands, find }) => {
        const id = findCommand(commands, event)
        return id !== undefined && find(id) !== undefined
      })
      if (!isTakenByList && !selectsText(event) && openDialogs.getState().list.length === 0)
        event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown']
const USES_ARROWS = 'input, [role=slider], [role=listbox], [role=tablist]'
/** A menu, or a popover: what is behind it gets no keys. */
const OWN_KEYS = '[role=menu], [popover]'
const CLICKABLE = 'button, a, summary, input[type=checkbox], input[type=radio]'
const EDITABLE =
  'textarea, select, [contenteditable=true], input:not([type=range], [type=checkbox], [type=radio])'

/** Whether the element takes typed text. */
export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(EDITABLE) !== null

/** Whether Ctrl+A belongs to what has the focus: a text field, or a popover beside the list. */
const selectsText = (event: KeyboardEvent): boolean => {
  const { target } = event
  const isOwn = isTextField(target) || (target instanceof Element && target.closest(OWN_KEYS) !== null)
  return isOwn && shortcutKey(event).toLowerCase() === 'a'
}

/** Whether Ctrl+Z belongs to what has the focus: a text field, or a button of an open editor (`data-editor`), which keeps its draft. */
export const hasOwnUndo = (target: EventTarget | null): boolean =>
  isTextField(target) || (target instanceof Element && target.closest('[data-editor]') !== null)

/** Whether the focused element handles a key itself, so that it must not trigger a shortcut. */
export function handlesKey(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest(OWN_KEYS)) return true
  if (isTextField(target)) return !/^F\d/.test(key)
  if (ARROWS.includes(key)) return target.closest(USES_ARROWS) !== null
  return (key === ' ' || key === 'Enter') && target.closest(CLICKABLE) !== null
}
