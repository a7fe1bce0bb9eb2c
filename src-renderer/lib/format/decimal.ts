/** Ambiguous: a thousands separator in some locales, a decimal point in others. */
const GROUPED = /^-?[1-9]\d{0,2},\d{3}$/

/** A typed number with a point instead of a decimal comma; undefined if the comma may be a thousands separator. */
export const decimalText = (text: string): string | undefined =>
  GROUPED.test(text) ? undefined : text.replace(',', '.')
