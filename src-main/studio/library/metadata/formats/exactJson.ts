import { findStringEnd, parseBoundedJson } from '../../../service/http/json.ts'

/** Graphs are flat, but have many values. */
const BOUNDS = { depth: 60, values: 200_000 }
/** Whether a text may have numbers that need care. */
const IS_SPECIAL = /\d{16}|NaN|Infinity/
const SPECIAL = /NaN|-?Infinity|-?\d[\d.eE+-]*/g

/**
 * Parses JSON within bounds; undefined if it is invalid. An integer that a number can't represent exactly, such as a seed
 * of 64 bits, becomes the text of its digits. NaN and Infinity, which Python writes, become null.
 */
export const parseExactJson = (text: string): unknown =>
  parseBoundedJson(IS_SPECIAL.test(text) ? replaceNumbers(text) : text, BOUNDS)

function replaceNumbers(text: string): string {
  const pieces: string[] = []
  for (let at = 0; at < text.length;) {
    const quote = text.indexOf('"', at)
    const end = quote === -1 ? text.length : quote
    pieces.push(text.slice(at, end).replaceAll(SPECIAL, replaceNumber))
    at = quote === -1 ? end : findStringEnd(text, quote)
    if (quote !== -1) pieces.push(text.slice(quote, at))
  }
  return pieces.join('')
}

function replaceNumber(number: string): string {
  if (/[NI]/.test(number)) return 'null'
  return /^-?\d+$/.test(number) && !Number.isSafeInteger(Number(number)) ? `"${number}"` : number
}
