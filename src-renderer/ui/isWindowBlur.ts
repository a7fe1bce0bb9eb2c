/** Whether an element loses the focus only because another window gets it. The element stays the active one. */
export const isWindowBlur = ({ target }: { target: EventTarget }): boolean =>
  document.activeElement === target
