const INTEGER_FORMAT = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

/** Digits in groups of three with narrow spaces, as for a seed: 2 140 937 115. */
export const groupDigits = (value: number): string => INTEGER_FORMAT.format(value).replaceAll(',', '\u202F')

/** The integer in typed text, with any separators; undefined if there is none. */
export function readDigits(text: string): number | undefined {
  const digits = text.replaceAll(/[\s\u202F\u00A0.,'_]/g, '')
  return /^-?\d{1,15}$/.test(digits) ? Number(digits) : undefined
}

/** The number in typed text, with a point or a comma; undefined if there is none. */
export function readNumber(text: string): number | undefined {
  const normalized = text.trim().replace(',', '.')
  if (!/^-?(?:\d+(?:\.\d*)?|\.\d+)$/.test(normalized)) return undefined
  return Number(normalized)
}
