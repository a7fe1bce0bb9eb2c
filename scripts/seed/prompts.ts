import { createRandom } from '../../src-main/sandbox/random.ts'

const SYLLABLES =
  'ba be ca co da de el fa fi ga go ha il ka la le li lo ma me mi na no or pa ra re ri ro sa se si ta te ti to ul va ve za'
const WORDS = 4000
const PROMPTS = 40_000

/** Random ranks from 0, distributed by Zipf's law: the nth is 1/n as frequent as the first. */
export function zipf(ranks: number, random: () => number): () => number {
  // The inverse of the harmonic numbers, approximated by a logarithm.
  return () => Math.min(ranks - 1, Math.floor((ranks + 1) ** random()) - 1)
}

/** Prompts with a realistic distribution: a few words and prompts are very frequent, most are rare. */
export function promptsOf(seed: number): () => string {
  const random = createRandom(seed)
  const syllables = SYLLABLES.split(' ')
  const words = Array.from({ length: WORDS }, (_, rank) => {
    const count = 1 + Math.min(3, Math.floor(Math.log10(rank + 1) + random()))
    return Array.from({ length: count }, () => syllables[Math.floor(random() * syllables.length)]).join('')
  })
  const nextWord = zipf(WORDS, random)
  const prompts = Array.from({ length: PROMPTS }, () => {
    const length = 3 + Math.floor(random() ** 3 * 60)
    return Array.from({ length }, () => words[nextWord()]).join(' ')
  })
  const next = zipf(PROMPTS, random)
  return () => prompts[next()] ?? ''
}
