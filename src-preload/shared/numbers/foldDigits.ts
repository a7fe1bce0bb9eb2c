/**
 * Replaces the decimal digits of all scripts, such as Arabic-Indic or full-width ones, by ASCII digits. Unicode assigns the ten digits of
 * a script to consecutive code points (The Unicode Standard, 4.6), so a digit's value is its distance from the start of its run.
 */
export const foldDigits = (text: string): string =>
  /[^\p{ASCII}]/u.test(text) ? text.replaceAll(/(?![0-9])\p{Nd}/gu, digitOf) : text

function digitOf(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0
  // Some blocks, as the mathematical digits, contain several runs one after the other.
  let first = codePoint
  while (/^\p{Nd}$/u.test(String.fromCodePoint(first - 1))) first--
  return String((codePoint - first) % 10)
}
