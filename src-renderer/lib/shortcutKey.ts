import { foldDigits } from '../../src-preload/shared/numbers/foldDigits.ts'

/** The parts of a keyboard event that decide which shortcut it is. */
export interface KeyPress {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey?: boolean
  /** The physical key, named as on a US keyboard. */
  code?: string
  getModifierState?: (key: 'AltGraph') => boolean
}

export const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Symbols that are shortcuts. Layouts that have one of them on a digit key keep it there. */
const SYMBOLS = '?/,.[]+-='
/** The symbol keys of a US keyboard, without and with Shift. */
const US_SYMBOLS: Readonly<Record<string, string>> = {
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
  Minus: '-_',
  Equal: '=+',
  BracketLeft: '[{',
  BracketRight: ']}',
}
const ARABIC_SYMBOLS: Readonly<Record<string, string>> = { '؟': '?', '،': ',' }

/** A letter or a mark of a script that has no ASCII letters. The Arabic layout has a key for two letters at once. */
const NON_LATIN = /^(?!\p{Script=Latin}|\p{Script=Common}|\p{Script=Inherited})[\p{L}\p{M}]/u

/** Whether a press types one of the symbols by AltGr, or on a Mac by Option, as `[` on German keyboards. */
const typesSymbolByAlt = (press: KeyPress): boolean =>
  SYMBOLS.includes(press.key) && (isAltGraph(press) || (isMac && press.altKey))

const isAltGraph = (press: KeyPress): boolean => press.getModifierState?.('AltGraph') === true

/** The modifiers of a press as a shortcut; null if it is none, because AltGr types another character. */
export function shortcutModifiers(press: KeyPress): { mod: boolean; alt: boolean } | null {
  if (typesSymbolByAlt(press)) return { mod: false, alt: false }
  return isAltGraph(press) ? null : { mod: press.ctrlKey || press.metaKey, alt: press.altKey }
}

/**
 * The key of a press as shortcuts name it. It follows the layout, so that Dvorak and AZERTY keyboards have each letter where it is printed.
 * Layouts without ASCII letters (Cyrillic, Greek, Hebrew, Arabic …) have them where a US keyboard has them, and layouts that type digits
 * with Shift (AZERTY, Czech) also without it.
 */
export function shortcutKey(press: KeyPress): string {
  const { key, code = '', shiftKey = false } = press
  if (typesSymbolByAlt(press) || (key.length > 1 && /^\p{ASCII}/u.test(key))) return key
  const byPosition = usCharacter(code, shiftKey)
  if (NON_LATIN.test(key)) return byPosition ?? key
  // The Hebrew layout has an apostrophe at W.
  if (code === 'KeyW' && key === "'") return 'w'
  const folded = ARABIC_SYMBOLS[key] ?? foldDigits(key).normalize('NFKC')
  if (!/^Digit\d$/.test(code) || shiftKey || /^\d$/.test(folded)) return folded
  const isSymbol = (press.ctrlKey || press.metaKey ? ',' : SYMBOLS).includes(folded)
  return isSymbol ? folded : (byPosition ?? folded)
}

function usCharacter(code: string, shiftKey: boolean): string | undefined {
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? []
  if (letter !== undefined) return letter.toLowerCase()
  const [, digit] = /^Digit(\d)$/.exec(code) ?? []
  return digit !== undefined && !shiftKey ? digit : US_SYMBOLS[code]?.[shiftKey ? 1 : 0]
}
