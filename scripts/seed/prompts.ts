import { createRandom } from '../../src-main/sandbox/random.ts'

const SYLLABLES =
  'ba be ca co da de el fa fi ga go ha il ka la le li lo ma me mi na no or pa ra re ri ro sa se si ta te ti to ul va ve za'
const WORDS = 4000
const PROMPTS = 40_000

/** Draws ranks from 0 as often as Zipf's law says: the nth in 1/n of the cases of the first. */
export function zipf(ranks: number, dice: () => number): () => number {
  // The inverse of the harmonic numbers, which are close to a logarithm.
  return () => Math.min(ranks - 1, Math.floor((ranks + 1) ** dice()) - 1)
}

/** Prompts as people write them: few words and few whole prompts very often, most of them seldom. */
export function promptsOf(seed: number): () => string {
  const dice = createRandom(seed)
  const syllables = SYLLABLES.split(' ')
  const words = Array.from({ length: WORDS }, (_, rank) => {
    const count = 1 + Math.min(3, Math.floor(Math.log10(rank + 1) + dice()))
    return Array.from({ length: count }, () => syllables[Math.floor(dice() * syllables.length)]).join('')
  })
  const nextWord = zipf(WORDS, dice)
  const prompts = Array.from({ length: PROMPTS }, () => {
    const length = 3 + Math.floor(dice() ** 3 * 60)
    return Array.from({ length }, () => words[nextWord()]).join(' ')
  })
  const next = zipf(PROMPTS, dice)
  return () => prompts[next()] ?? ''
}
