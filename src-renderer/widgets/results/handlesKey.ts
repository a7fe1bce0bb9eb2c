const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown']
const USES_ARROWS = 'input, [role=slider], [role=menu], [role=listbox], [role=tablist]'
const CLICKABLE = 'button, a, summary, input[type=checkbox], input[type=radio]'
const EDITABLE =
  'textarea, select, [contenteditable=true], input:not([type=range], [type=checkbox], [type=radio])'

/** Whether the focused element handles a key itself, so that it must not trigger a shortcut. */
export function handlesKey(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest(EDITABLE)) return true
  if (ARROWS.includes(key)) return target.closest(USES_ARROWS) !== null
  return (key === ' ' || key === 'Enter') && target.closest(CLICKABLE) !== null
}
