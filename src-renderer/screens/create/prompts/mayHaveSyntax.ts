/** Whether a text may contain options (`{a|b}`) or lists (`__name__`), so that the code that reads them is needed. */
export const mayHaveSyntax = (text: string): boolean =>
  text.includes('__') || (text.includes('{') && text.includes('|'))
