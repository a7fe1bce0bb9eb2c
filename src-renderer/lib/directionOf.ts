/** Whether the first letter of a text is of a right-to-left script, such as Hebrew or Arabic. */
export const isRightToLeft = (text: string): boolean =>
  /^\P{L}*(?=\p{L})[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u.test(text)

/** Up to this length, in UTF-16 units, each paragraph of a box has the direction of its own text. */
const MAX_AUTO_LENGTH = 10_000

/**
 * The `dir` of a box that contains this text. A long text has the direction of its beginning, because with `auto` the browser
 * orders the whole text again with each key.
 */
export function directionOf(text: string): 'auto' | 'ltr' | 'rtl' {
  if (text.length <= MAX_AUTO_LENGTH) return 'auto'
  return isRightToLeft(text.slice(0, MAX_AUTO_LENGTH)) ? 'rtl' : 'ltr'
}
