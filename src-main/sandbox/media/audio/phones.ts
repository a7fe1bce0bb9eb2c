import { hashText } from '../../random.ts'

/** A unit of speech: a vowel, a consonant or a pause. */
export interface Phone {
  kind: 'vowel' | 'nasal' | 'glide' | 'fricative' | 'stop' | 'pause'
  /** The first three formants in hertz. For fricatives and stops, all three are the centre frequency of the noise. */
  formants: readonly [number, number, number]
  /** Duration at speed 1. */
  durationMs: number
  /** Whether it is the first vowel of a word. */
  isStressed: boolean
}

/** A sentence as phones. */
export interface Sentence {
  phones: Phone[]
  isQuestion: boolean
}

const VOWELS: Record<string, readonly [number, number, number]> = {
  a: [740, 1220, 2500],
  e: [520, 1850, 2550],
  i: [320, 2250, 2950],
  o: [500, 900, 2450],
  u: [340, 820, 2350],
  y: [360, 2000, 2700],
}
const FRICATIVES: Record<string, number> = {
  s: 6200,
  z: 5600,
  f: 4400,
  v: 3600,
  x: 3900,
  h: 1700,
  j: 3000,
  c: 4700,
}
const STOPS: Record<string, number> = { p: 900, b: 700, t: 4200, d: 3300, k: 2100, g: 1700, q: 1900 }
const NASALS = { m: [280, 1000, 2200], n: [290, 1500, 2500] } as const
const GLIDES = { l: [380, 1150, 2700], r: [420, 1250, 1700], w: [330, 720, 2250] } as const

/** Converts any text to phones, letter by letter. A letter of another script becomes a syllable derived from it. */
export function splitSentences(text: string): Sentence[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain
    .split(/(?<=[.!?。！？…\n])/u)
    .map((part) => ({ phones: toPhones(part), isQuestion: /[?？]\s*$/u.test(part) }))
    .filter(({ phones }) => phones.length > 0)
}

function toPhones(text: string): Phone[] {
  const phones: Phone[] = []
  let isNextStressed = true
  for (const letter of text) {
    const converted = letterToPhones(letter)
    for (const phone of converted) {
      phones.push({ ...phone, isStressed: isNextStressed && phone.kind === 'vowel' })
      if (phone.kind === 'vowel') isNextStressed = false
    }
    if (converted.length === 0 || converted[0]?.kind === 'pause') isNextStressed = true
  }
  return phones
}

type UnstressedPhone = Omit<Phone, 'isStressed'>

function letterToPhones(letter: string): UnstressedPhone[] {
  const vowel = VOWELS[letter]
  if (vowel) return [{ kind: 'vowel', formants: vowel, durationMs: 92 }]
  const known = createConsonant(letter)
  if (known) return [known]
  if (/\s/.test(letter)) return [createPause(26)]
  if (/[,;:–—、，]/u.test(letter)) return [createPause(190)]
  if (/[.!?…。！？]/u.test(letter)) return [createPause(360)]
  if (!/[\p{L}\p{N}]/u.test(letter)) return []
  const hash = hashText(letter)
  const first = createConsonant('kmtnrsgd'[hash % 8] ?? 'k')
  const vowelFormants = VOWELS['aeiou'[(hash >>> 8) % 5] ?? 'a'] ?? VOWELS.a!
  return [...(first ? [first] : []), { kind: 'vowel', formants: vowelFormants, durationMs: 110 }]
}

function createConsonant(letter: string): UnstressedPhone | null {
  const fricative = FRICATIVES[letter]
  if (fricative)
    return {
      kind: 'fricative',
      formants: [fricative, fricative, fricative],
      durationMs: letter === 'h' ? 46 : 84,
    }
  const stop = STOPS[letter]
  if (stop) return { kind: 'stop', formants: [stop, stop, stop], durationMs: 62 }
  if (letter === 'm' || letter === 'n') return { kind: 'nasal', formants: NASALS[letter], durationMs: 66 }
  if (letter === 'l' || letter === 'r' || letter === 'w')
    return { kind: 'glide', formants: GLIDES[letter], durationMs: 58 }
  return null
}

function createPause(ms: number): UnstressedPhone {
  return { kind: 'pause', formants: [500, 1500, 2500], durationMs: ms }
}
