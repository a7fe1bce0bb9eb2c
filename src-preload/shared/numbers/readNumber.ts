import { foldDigits } from './foldDigits.ts'

/** The decimal sign of Arabic digits, which unlike a point or a comma is nothing else. */
const ARABIC_DECIMAL = '٫'
/** What the punctuation of other scripts and keyboards stands for in a number. */
const PUNCTUATION: Readonly<Record<string, string>> = {
  // Between the items of a list, never inside a number.
  '、': ';',
  '،': ';',
  '؛': ';',
  '٬': "'",
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '−': '-',
  '‐': '-',
  '‑': '-',
  '–': '-',
}
const FULL_WIDTH_OFFSET = 0xfee0

/** Digits, signs, points, commas and semicolons of all scripts as ASCII. Marks of the writing direction are removed. */
export const foldNumberText = (text: string): string =>
  /[^\p{ASCII}]/u.test(text)
    ? foldDigits(text)
        .replaceAll(/[\u200E\u200F\u061C\u2066-\u2069]/gu, '')
        .replaceAll(/[\uFF01-\uFF5E]/gu, (sign) =>
          String.fromCodePoint((sign.codePointAt(0) ?? 0) - FULL_WIDTH_OFFSET),
        )
        .replaceAll(/[、،؛٬’‘ʼ−‐‑–]/gu, (sign) => PUNCTUATION[sign] ?? sign)
    : text

/** Separates groups of digits and nothing else: an apostrophe, an underscore or a space, also a fixed or a thin one. */
const GROUP_SIGN = /['_\s]/u
/** Groups of three digits, or in India of two before the last three. */
const GROUPED = /^\d{1,3}(?:(?:G\d{3})+|(?:G\d{2})+G\d{3})$/
/** One comma or point before exactly three digits: in some countries a thousand, in others a number below one thousand. */
const AMBIGUOUS = /^[1-9]\d{0,2}[.,]\d{3}$/

export interface NumberOptions {
  /** Only whole numbers are possible. */
  isInteger?: boolean
}

/**
 * A number as people write it: `3.5`, `3,5`, `1,000.5`, `1.000,5`, `1 000`, `1'000`, `-0.5`, `1e-3`, also with the digits and signs of other
 * scripts. `1,000` is ambiguous and so undefined; a single point is a decimal point, except in whole numbers, where `1.000` is ambiguous.
 */
export function readNumber(text: string, options: NumberOptions = {}): number | undefined {
  const [, mantissa = '', exponent = ''] =
    /^(.*?)(e[+-]?\d{1,3})?$/isu.exec(foldNumberText(text).trim()) ?? []
  const decimal = readDecimal(mantissa, options)
  const number = decimal === undefined ? NaN : Number(decimal + exponent)
  return Number.isFinite(number) ? number : undefined
}

/** The same without an exponent, as exact text with a point and without separators: `-1000.50`. */
export function readDecimal(text: string, { isInteger = false }: NumberOptions = {}): string | undefined {
  const folded = foldNumberText(text).trim()
  const [sign = ''] = /^[+-]/.exec(folded) ?? []
  const body = folded.slice(sign.length).trimStart()
  if (AMBIGUOUS.test(body) && (isInteger || body.includes(','))) return undefined
  const at = decimalPosition(body)
  const whole = at === -1 ? body : body.slice(0, at)
  const fraction = at === -1 ? '' : body.slice(at + 1)
  const digits = ungroup(whole)
  if (digits === undefined || !/^\d*$/.test(fraction) || digits + fraction === '') return undefined
  return `${sign === '-' ? '-' : ''}${digits === '' ? '0' : digits}${fraction === '' ? '' : `.${fraction}`}`
}

/** Where the decimal sign is: the last of two kinds, or the only one that occurs once; -1 if there is none. */
function decimalPosition(body: string): number {
  const arabic = body.indexOf(ARABIC_DECIMAL)
  if (arabic !== -1) return arabic
  const [comma, point] = [body.lastIndexOf(','), body.lastIndexOf('.')]
  const last = Math.max(comma, point)
  const occursOnce = last !== -1 && body.indexOf(body[last] ?? '') === last
  return occursOnce ? last : -1
}

/** The digits of a whole number without its separators, which must all be the same; undefined if they aren't where groups end. */
function ungroup(whole: string): string | undefined {
  if (/^\d*$/.test(whole)) return whole
  const separators = new Set(whole.replaceAll(/\d/g, '').replaceAll(/\s/gu, ' '))
  const [separator = ''] = separators
  if (separators.size > 1 || !(separator === ',' || separator === '.' || GROUP_SIGN.test(separator)))
    return undefined
  const groups = whole.split(separator === ' ' ? /\s/u : separator)
  return GROUPED.test(groups.join('G')) ? groups.join('') : undefined
}

/** A whole number, such as a seed, in which all signs between groups of digits are separators: `2.140.937.115`, also `1,024`. */
export function readInteger(text: string): number | undefined {
  const folded = foldNumberText(text).trim()
  const isGrouped = /^[+-]?\d{1,3}(?:[.,'_\s]\d{3})+$/u.test(folded)
  const digits = isGrouped ? folded.replaceAll(/[.,'_\s]/gu, '') : folded
  return /^[+-]?\d{1,15}$/.test(digits) ? Number(digits) : undefined
}
