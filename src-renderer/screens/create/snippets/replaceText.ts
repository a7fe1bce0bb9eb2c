/** A box to type text in. */
export type TextBox = HTMLTextAreaElement | HTMLInputElement

/** Finds a text box by its DOM id; null if there is none. */
export function findTextBox(id: string): TextBox | null {
  const element = document.getElementById(id)
  return element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement ? element : null
}

/** Replaces a range of a box's text. `execCommand` is the only way that keeps the undo history of the box. */
export function replaceText(box: TextBox, range: { start: number; end: number }, text: string): void {
  box.focus()
  box.setSelectionRange(range.start, range.end)
  if ('execCommand' in document && document.execCommand('insertText', false, text)) return
  box.setRangeText(text, range.start, range.end, 'end')
  box.dispatchEvent(new Event('input', { bubbles: true }))
}
