import { hashText } from '../random.ts'

/** A bit of speech: a vowel or a consonant, or a pause. */
export interface Phone {
  kind: 'vowel' | 'nasal' | 'glide' | 'hiss' | 'stop' | 'pause'
  /** The first three resonances in hertz; of a hiss its middle. */
  formants: readonly [number, number, number]
  /** Length at speed 1. */
  ms: number
  /** First vowel of a word. */
  stressed: boolean
}

/** Where sentences end, and in what tone. */
export interface Sentence {
  phones: Phone[]
  question: boolean
}

const VOWELS: Record<string, readonly [number, number, number]> = {
  a: [740, 1220, 2500],
  e: [520, 1850, 2550],
  i: [320, 2250, 2950],
  o: [500, 900, 2450],
  u: [340, 820, 2350],
  y: [360, 2000, 2700],
}
const HISSES: Record<string, number> = {
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

/** Turns any text into babble that follows its letters; letters of other scripts become syllables of their own. */
export function sentencesOf(text: string): Sentence[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain
    .split(/(?<=[.!?。！？…\n])/u)
    .map((part) => ({ phones: phonesOf(part), question: /[?？]\s*$/u.test(part) }))
    .filter(({ phones }) => phones.length > 0)
}

function phonesOf(text: string): Phone[] {
  const phones: Phone[] = []
  let stressed = true
  for (const letter of text) {
    const made = letterPhones(letter)
    for (const phone of made) {
      phones.push({ ...phone, stressed: stressed && phone.kind === 'vowel' })
      if (phone.kind === 'vowel') stressed = false
    }
    if (made.length === 0 || made[0]?.kind === 'pause') stressed = true
  }
  return phones
}

type Bare = Omit<Phone, 'stressed'>

function letterPhones(letter: string): Bare[] {
  const vowel = VOWELS[letter]
  if (vowel) return [{ kind: 'vowel', formants: vowel, ms: 92 }]
  const known = consonant(letter)
  if (known) return [known]
  if (/\s/.test(letter)) return [pause(26)]
  if (/[,;:–—、，]/u.test(letter)) return [pause(190)]
  if (/[.!?…。！？]/u.test(letter)) return [pause(360)]
  if (!/[\p{L}\p{N}]/u.test(letter)) return []
  const roll = hashText(letter)
  const first = consonant('kmtnrsgd'[roll % 8] ?? 'k')
  const sound = VOWELS['aeiou'[(roll >>> 8) % 5] ?? 'a'] ?? VOWELS.a!
  return [...(first ? [first] : []), { kind: 'vowel', formants: sound, ms: 110 }]
}

function consonant(letter: string): Bare | null {
  const hiss = HISSES[letter]
  if (hiss) return { kind: 'hiss', formants: [hiss, hiss, hiss], ms: letter === 'h' ? 46 : 84 }
  const stop = STOPS[letter]
  if (stop) return { kind: 'stop', formants: [stop, stop, stop], ms: 62 }
  if (letter === 'm' || letter === 'n') return { kind: 'nasal', formants: NASALS[letter], ms: 66 }
  if (letter === 'l' || letter === 'r' || letter === 'w')
    return { kind: 'glide', formants: GLIDES[letter], ms: 58 }
  return null
}

function pause(ms: number): Bare {
  return { kind: 'pause', formants: [500, 1500, 2500], ms }
}
