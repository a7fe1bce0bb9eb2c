import type { Encoding } from './encodings.ts'

interface Script {
  /** A letter of the script. */
  letter: RegExp
  /** Its letters in ordinary text: of Latin those with marks, of Cyrillic only the most frequent, because Hebrew uses the same bytes. */
  common: string
}

const LATIN = /[\p{Script=Latin}]/u
const CYRILLIC: Script = {
  letter: /\p{Script=Cyrillic}/u,
  common: 'оеаинтсрвлкмдпуяыьзбгіОЕАИНТСРВЛКМДПУГЗБЧ',
}
/** The letters that each encoding is used for, beyond ASCII. */
const SCRIPTS = {
  'windows-1252': { letter: LATIN, common: 'éèàùâêîôûçëïüäößñáíóúãõåæøœÉÈÀÇÄÖÜÑÁÍÓÚÅØÆ' },
  macintosh: { letter: LATIN, common: 'éèàùâêîôûçëïüäößñáíóúãõåæøœÉÈÀÇÄÖÜÑÁÍÓÚÅØÆ' },
  'windows-1250': { letter: LATIN, common: 'ąćęłńóśźżěščřžýáíéůúťďňőűöüäăâîşţĄĆĘŁŃÓŚŹŻČŘŠŽÁÍÉÚŐŰÖÜ' },
  'windows-1254': { letter: LATIN, common: 'ğışçöüâîĞİŞÇÖÜ' },
  'windows-1257': { letter: LATIN, common: 'āčēģīķļņšūžąęėįųõäöüĀČĒŠŪŽĄĘĖĮŲ' },
  'windows-1258': { letter: LATIN, common: 'ăâđêôơưáàéèíóòúùýĂÂĐÊÔƠƯ' },
  'windows-1251': CYRILLIC,
  'koi8-r': CYRILLIC,
  'x-mac-cyrillic': CYRILLIC,
  ibm866: CYRILLIC,
  'windows-1253': {
    letter: /\p{Script=Greek}/u,
    common: 'αοιετνσρκπυλμηςδγωχθφβξζψάέήίόύώΑΟΙΕΤΝΣΡΚΠΥΛΜΗΔΓΩΧΘΦΒ',
  },
  'windows-1255': { letter: /\p{Script=Hebrew}/u, common: 'אבגדהוזחטיךכלםמןנסעףפץצקרשת' },
  'windows-1256': { letter: /\p{Script=Arabic}/u, common: 'ايلمنترهوبدعسفكقحةی' },
  'windows-874': { letter: /\p{Script=Thai}/u, common: 'กขคงจชซญดตถทธนบปผพฟมยรลวศษสหอะาำิีึืุูเแโใไๆ่้๊๋์ั' },
} as const satisfies Partial<Record<Encoding, Script>>

type SingleByteEncoding = keyof typeof SCRIPTS
export const SINGLE_BYTE_ENCODINGS = Object.keys(SCRIPTS).filter(
  (name): name is SingleByteEncoding => name in SCRIPTS,
)

/** Letters that share their byte with a letter of Hungarian: û and õ are ű and ő there. */
const OCCASIONAL: Readonly<Record<string, number>> = { û: 0.95, õ: 0.8, ű: 0.9, ő: 0.9 }
/** Letters that only end words. */
const HEBREW_FINAL = /[ךםןףץ]/u
/** Signs that stand between or beside words in ordinary text. */
const PUNCTUATION = /[«»“”„‘’‚…–—€£©®°·¡¿،؛؟№×]/u

/** How plausible bytes are as text in an encoding of one byte per character: at most about 1 per byte outside ASCII. */
export function scoreSingleByte(bytes: Uint8Array, encoding: SingleByteEncoding): number {
  const { letter, common } = SCRIPTS[encoding]
  const frequent = new Set<string>(common)
  const text = new TextDecoder(encoding).decode(bytes)
  let [score, count] = [0, 0]
  // Split at ASCII spaces only: a fixed space inside a word is implausible.
  for (const word of text.split(/[ \t\r\n]+/u)) {
    const characters = Array.from(word)
    for (const [index, character] of characters.entries()) {
      if (character <= '\u007F') continue
      count++
      score += weigh(character, characters[index - 1], characters[index + 1], { letter, frequent })
    }
  }
  return count === 0 ? 0 : score / count
}

interface Letters {
  letter: RegExp
  frequent: ReadonlySet<string>
}

const isAsciiLetter = (character: string | undefined): boolean => /^[A-Za-z]$/.test(character ?? '')
const isUpper = (character: string | undefined): boolean => /^\p{Lu}$/u.test(character ?? '')
const isLower = (character: string | undefined): boolean => /^\p{Ll}$/u.test(character ?? '')

function weigh(
  character: string,
  before: string | undefined,
  after: string | undefined,
  { letter, frequent }: Letters,
): number {
  if (character < '\u00A0' || character === '\uFFFD') return -2
  if (character === '\u00A0') return -0.5
  const isLatin = letter === LATIN
  if (!letter.test(character)) {
    const isInWord = isLetterLike(before) && isLetterLike(after) && character !== '’'
    return PUNCTUATION.test(character) && !isInWord ? 0.8 : -1
  }
  // A capital letter after a small one.
  if (isUpper(character) && isLower(before)) return -1
  if (isLatin) {
    // Most letters of a word in Latin script are ASCII.
    const neighbours = [before, after].filter(
      (other) => other !== undefined && /\P{ASCII}/u.test(other),
    ).length
    if (!frequent.has(character)) return neighbours === 2 ? -0.5 : 0
    return (OCCASIONAL[character] ?? 1) - 0.4 * neighbours
  }
  // Words don't mix scripts.
  if (isAsciiLetter(before) || isAsciiLetter(after)) return -1
  if (HEBREW_FINAL.test(character) && isLetterLike(after)) return -1
  return frequent.has(character) ? 1 : 0.3
}

const isLetterLike = (character: string | undefined): boolean => /^[\p{L}\p{M}]$/u.test(character ?? '')
