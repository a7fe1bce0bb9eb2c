import { foldNumberText } from './readNumber.ts'

/** Two sides, separated by a sign, or in a table also by a comma, a colon or a space. */
const SIDES = /^(\d{1,6})(?:\s*[x×*:,]\s*|\s+)(\d{1,6})$/iu

/** A size such as `1024x768` or `512 × 512`; undefined if it is none. */
export function readSize(text: string): { width: number; height: number } | undefined {
  const [, width, height] = SIDES.exec(foldNumberText(text).trim()) ?? []
  return width === undefined || height === undefined
    ? undefined
    : { width: Number(width), height: Number(height) }
}
