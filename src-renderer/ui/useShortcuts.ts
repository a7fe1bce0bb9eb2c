import { type RefObject, useEffect, useEffectEvent } from 'react'
import { isUnderDialog } from './overlays/Dialog.tsx'

/** `full`: the element fills the window, so its shortcuts are global. `embedded`: they work only while it has the focus. */
export type DisplayMode = 'full' | 'embedded'

type Shortcuts = Readonly<Record<string, (() => void) | undefined>>

/**
 * Keyboard shortcuts of an element, by `KeyboardEvent.key`: global in `full` mode, otherwise only while the focus is inside it.
 * The focused element has priority.
 */
export function useShortcuts(
  mode: DisplayMode,
  containerRef: RefObject<HTMLElement | null>,
  shortcuts: Shortcuts,
): void {
  const onKey = useEffectEvent((event: Event) => {
    if (!(event instanceof KeyboardEvent) || event.defaultPrevented) return
    if (event.ctrlKey || event.metaKey || event.altKey || handlesKey(event.target, event.key)) return
    // The element can be rendered after this hook has run, so the reference is read at each key press.
    const isInside = event.target instanceof Node && containerRef.current?.contains(event.target) === true
    if (mode !== 'full' && !isInside) return
    if (mode === 'full' && isUnderDialog(containerRef.current)) return
    const run = shortcuts[event.key]
    if (run === undefined) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    const listener = (event: Event) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown']
const USES_ARROWS = 'input, [role=slider], [role=menu], [role=listbox], [role=tablist]'
const CLICKABLE = 'button, a, summary, input[type=checkbox], input[type=radio]'
const EDITABLE =
  'textarea, select, [contenteditable=true], input:not([type=range], [type=checkbox], [type=radio])'

/** Whether the element takes typed text. */
export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(EDITABLE) !== null

/** Whether Ctrl+Z belongs to what has the focus: a text field, or a button of an open editor (`data-editor`), which keeps its draft. */
export const hasOwnUndo = (target: EventTarget | null): boolean =>
  isTextField(target) || (target instanceof Element && target.closest('[data-editor]') !== null)

/** Whether the focused element handles a key itself, so that it must not trigger a shortcut. */
export function handlesKey(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false
  if (isTextField(target)) return true
  if (ARROWS.includes(key)) return target.closest(USES_ARROWS) !== null
  return (key === ' ' || key === 'Enter') && target.closest(CLICKABLE) !== null
}
