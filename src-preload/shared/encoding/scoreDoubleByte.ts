import type { Encoding } from './encodings.ts'

export const DOUBLE_BYTE_ENCODINGS = [
  'gb18030',
  'shift_jis',
  'big5',
  'euc-jp',
  'euc-kr',
] as const satisfies Encoding[]
type DoubleByteEncoding = (typeof DOUBLE_BYTE_ENCODINGS)[number]

/** How likely a character is in ordinary text. */
const LIKELY = 1
const POSSIBLE = 0.2
const UNLIKELY = -1

const isAsciiLetter = (byte = 0): boolean => isBetween(byte | 0x20, 0x61, 0x7a)

const isBetween = (value: number, low: number, high: number): boolean => value >= low && value <= high

/** Syllables that make up most of Korean text. */
const SYLLABLES =
  '이다는을의에가고하도로지한사리기어나대자아인스시라정그서수과일만부해있장적여제상전들보소마은동공구안주성조원모우물비경신위바산면화용강생국방선오문세연미치유트분무중드크르게음료검빨간파란늘집꽃눈밤길흰색녹노숲양개남빛림채실내거카페건창앉와를으로된운새별달불빗속옷옆앞뒤위밑작큰높은손발얼굴머리말차배벽빈첫같없많잘못할될볼갈올줄들면서며니까지요습랑너저'
let syllables: ReadonlySet<number> | undefined

/** The codes of the frequent syllables. `TextDecoder` is the only table of the encoding, so the codes are found by decoding all of them. */
function frequentSyllables(): ReadonlySet<number> {
  if (syllables) return syllables
  const decoder = new TextDecoder('euc-kr')
  const codes = new Set<number>()
  for (let first = 0xb0; first <= 0xc8; first++)
    for (let second = 0xa1; second <= 0xfe; second++)
      if (SYLLABLES.includes(decoder.decode(new Uint8Array([first, second]))))
        codes.add((first << 8) | second)
  return (syllables = codes)
}

/** The rows of each character set that hold its common characters, by the first byte; ideographs are ordered by frequency in all of them. */
const WEIGHTS: Record<DoubleByteEncoding, (first: number, second: number) => number> = {
  // GB 2312: level 1 in rows B0–D7, level 2 up to F7, symbols in A1–A3; other pairs are the extensions of GBK.
  gb18030: (first, second) => {
    if (second < 0xa1) return UNLIKELY
    if (isBetween(first, 0xb0, 0xd7) || isBetween(first, 0xa1, 0xa1) || first === 0xa3) return LIKELY
    return isBetween(first, 0xd8, 0xf7) ? POSSIBLE : UNLIKELY
  },
  // JIS X 0208 in the order of Shift_JIS: symbols and kana in 81–83, level 1 in 88–97.
  shift_jis: (first) => {
    if (isBetween(first, 0x81, 0x83) || isBetween(first, 0x88, 0x97)) return LIKELY
    return isBetween(first, 0x98, 0x9f) || isBetween(first, 0xe0, 0xea) ? POSSIBLE : UNLIKELY
  },
  // Level 1 in A4–C6, symbols in A1–A3, level 2 in C9–F9.
  big5: (first) => {
    if (isBetween(first, 0xa4, 0xc6) || first === 0xa1) return LIKELY
    return isBetween(first, 0xc9, 0xf9) ? POSSIBLE : UNLIKELY
  },
  // Kana in A4 and A5, symbols in A1, level 1 in B0–CF.
  'euc-jp': (first) => {
    if (first === 0xa1 || first === 0xa4 || first === 0xa5) return LIKELY
    return isBetween(first, 0xb0, 0xcf) ? LIKELY : isBetween(first, 0xd0, 0xf4) ? POSSIBLE : UNLIKELY
  },
  // KS X 1001: hangul in B0–C8 in alphabetical order, symbols in A1–A3, hanja in CA–FD. Chinese in GB 2312 reads as rare syllables.
  'euc-kr': (first, second) => {
    if (second < 0xa1) return UNLIKELY
    if (first === 0xa1 || first === 0xa3) return LIKELY
    if (!isBetween(first, 0xb0, 0xc8)) return UNLIKELY
    return frequentSyllables().has((first << 8) | second) ? 1.3 * LIKELY : POSSIBLE
  },
}

/** How plausible valid bytes are as text in an encoding of two bytes per character: at most about 1 per byte outside ASCII. */
export function scoreDoubleByte(bytes: Uint8Array, encoding: DoubleByteEncoding): number {
  const weightOf = WEIGHTS[encoding]
  let [score, count, kana, lowTrails] = [0, 0, 0, 0]
  for (let index = 0; index < bytes.length; index++) {
    const first = bytes[index] ?? 0
    if (first < 0x80) continue
    if (encoding === 'shift_jis' && isBetween(first, 0xa1, 0xdf)) {
      // Half-width katakana are one byte, and rare.
      score += UNLIKELY
      count++
      continue
    }
    const second = bytes[++index] ?? 0
    if (encoding === 'gb18030' && isBetween(second, 0x30, 0x39)) {
      // Characters outside GBK are four bytes.
      index += 2
      count += 4
      continue
    }
    score += 2 * weightOf(first, second)
    // Words of Latin letters with marks look like ideographs among ASCII letters.
    if (isAsciiLetter(bytes[index - 2]) || isAsciiLetter(bytes[index + 1])) score -= 2
    count += 2
    if (first === 0xa4 || first === 0xa5) kana += 2
    if (second < 0x80) lowTrails++
  }
  if (count === 0) return 0
  return (score / count) * typicality(encoding, { count, kana, lowTrails })
}

/** How typical the text is as a whole: Japanese has kana, and two fifths of the characters of Big5 end with a byte of ASCII. */
function typicality(
  encoding: DoubleByteEncoding,
  { count, kana, lowTrails }: { count: number; kana: number; lowTrails: number },
): number {
  if (encoding === 'euc-jp') return kana / count > 0.2 ? 1.1 : 0.6
  return encoding === 'big5' && lowTrails === 0 && count > 6 ? 0.7 : 1
}
