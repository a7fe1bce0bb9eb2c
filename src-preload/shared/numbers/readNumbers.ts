import { foldNumberText, type NumberOptions, readNumber } from './readNumber.ts'

/** A comma that can't be inside a number. */
const SEPARATING_COMMA = /,(?=\s|$)|(?<=\s|^),/u
/** Spaces that are typed; fixed and thin spaces are only inside numbers. */
const TYPED_SPACES = /[ \u3000]+/u

/**
 * A list of numbers as people write it. Semicolons, line breaks, and commas beside a space separate; where one of them does, a comma
 * between two digits is a decimal comma: `3,5; 7,5` and `3,5, 7,5` are two numbers, `4, 8;12` three. Otherwise commas and spaces separate:
 * `4,8,12` and `4 8 12`. Null if a part is no number or ambiguous, such as `1,000`.
 */
export function readNumbers(text: string, options: NumberOptions = {}): number[] | null {
  const pieces = splitList(text)
  const numbers = pieces.flatMap((piece): (number | undefined)[] => {
    const words = piece.split(TYPED_SPACES)
    // Groups of digits may begin with 0, numbers don't.
    const isGrouped =
      words.length > 1 && (pieces.length > 1 || words.slice(1).some((word) => /^0\d/.test(word)))
    if (words.length > 1 && !(isGrouped && readNumber(piece, options) !== undefined))
      return words.map((word) => readNumber(word, options))
    if (pieces.length > 1 && piece.split(',').length < 3) return [readNumber(piece, options)]
    const parts = piece.split(',')
    // A comma before three digits may separate thousands.
    if (parts.length > 1 && parts.slice(1).every((part) => /^\d{3}(?:\D|$)/.test(part)))
      return [piece.includes('.') || pieces.length > 1 ? readNumber(piece, options) : undefined]
    return parts.map((part) => readNumber(part, options))
  })
  return numbers.every((number) => number !== undefined) ? numbers : null
}

/** The parts of a list between semicolons, line breaks, and commas beside a space. */
export const splitList = (text: string): string[] =>
  foldNumberText(text)
    .split(/[;\n\r\t|]/u)
    .flatMap((part) => part.trim().split(SEPARATING_COMMA))
    .map((part) => part.trim())
    .filter((part) => part !== '')
