const isHighSurrogate = (codeUnit: number): boolean => codeUnit >= 0xd800 && codeUnit <= 0xdbff

/** The start of a text, of at most `maxLength` UTF-16 code units, without splitting a surrogate pair. */
export const truncate = (text: string, maxLength: number): string =>
  text.slice(0, isHighSurrogate(text.charCodeAt(maxLength - 1)) ? maxLength - 1 : maxLength)
