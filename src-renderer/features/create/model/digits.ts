const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

/** Figures in threes with narrow spaces, as a seed is shown: 2 140 937 115. */
export const groupDigits = (value: number): string => WHOLE.format(value).replaceAll(',', '\u202F')

/** The whole number in what was typed, whatever separates its figures; undefined when there is none. */
export function readDigits(text: string): number | undefined {
  const figures = text.replaceAll(/[\s\u202F\u00A0.,'_]/g, '')
  return /^-?\d{1,15}$/.test(figures) ? Number(figures) : undefined
}

/** A number in what was typed, with a point or a comma; undefined when it is none. */
export function readNumber(text: string): number | undefined {
  const plain = text.trim().replace(',', '.')
  if (!/^-?(?:\d+(?:\.\d*)?|\.\d+)$/.test(plain)) return undefined
  return Number(plain)
}
