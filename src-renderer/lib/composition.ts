/** The key code of a key that an input method handles. Safari sends the one that ends a composition after `compositionend`. */
const INPUT_METHOD_KEY = 229

/** Whether an input method is composing a character, so that the key belongs to it: Enter takes a candidate, Escape discards them. */
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  event.isComposing || event.keyCode === INPUT_METHOD_KEY

/** Keys that also do something without a handler: they close a dialog or submit a form. */
const DEFAULT_ACTION_KEYS = new Set(['Enter', 'Escape'])

/**
 * Keeps the keys of a composition from every handler in the window: no command runs, no dialog closes, and no form is submitted while text
 * is unfinished. Must be called before any other listener is added to the window. Returns a function that ends it.
 */
export function guardComposition(): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (!isComposing(event)) return
    event.stopImmediatePropagation()
    if (DEFAULT_ACTION_KEYS.has(event.key)) event.preventDefault()
  }
  addEventListener('keydown', onKey, true)
  return () => removeEventListener('keydown', onKey, true)
}
