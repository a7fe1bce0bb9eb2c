const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown']
const MOVES = 'input, [role=slider], [role=menu], [role=listbox], [role=tablist]'
const PRESSES = 'button, a, summary, input[type=checkbox], input[type=radio]'
const WRITES =
  'textarea, select, [contenteditable=true], input:not([type=range], [type=checkbox], [type=radio])'

/** Whether the element in focus has its own use for a key, so that no shortcut may take it. */
export function takesKey(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest(WRITES)) return true
  if (ARROWS.includes(key)) return target.closest(MOVES) !== null
  return (key === ' ' || key === 'Enter') && target.closest(PRESSES) !== null
}
