import type { Effect } from './effectsOf.ts'

/** More sums than this are not looked through: what is still open then stays open. */
const MAX_SUMS = 20_000

/** One job with everything it can have done; `usual` is what it does as a rule. */
export interface Choice {
  amount: number
  effects: readonly Effect[]
  usual: Effect
}

export interface Solution {
  /** One for each choice. */
  effects: Effect[]
  sum: number
}

interface Step {
  /** How many choices went against the rule so far. */
  odd: number
  effect: Effect
  from: number
}

/** Every sum that choices can come to, each reached with as little against the rule as possible; null where there are too many. */
function steps(choices: readonly Choice[]): Map<number, Step>[] | null {
  const all: Map<number, Step>[] = [new Map([[0, { odd: 0, effect: 0, from: 0 }]])]
  for (const { amount, effects, usual } of choices) {
    const next = new Map<number, Step>()
    for (const [from, { odd }] of all.at(-1) ?? [])
      for (const effect of effects) {
        const step = { odd: odd + (effect === usual ? 0 : 1), effect, from }
        const sum = from + effect * amount
        const known = next.get(sum)
        if (!known || step.odd < known.odd) next.set(sum, step)
      }
    if (next.size > MAX_SUMS) return null
    all.push(next)
  }
  return all
}

/**
 * The likeliest way in which choices come to a sum that `accepts` takes: the fewest against the rule, then the lowest
 * `rank`. `none` where no way does, `open` where there are too many ways to look through.
 */
export function solve(
  choices: readonly Choice[],
  accepts: (sum: number) => boolean,
  rank: (sum: number) => number = () => 0,
): Solution | 'none' | 'open' {
  const all = steps(choices)
  if (all === null) return 'open'
  let best: { sum: number; odd: number } | null = null
  for (const [sum, { odd }] of all.at(-1) ?? []) {
    if (!accepts(sum)) continue
    const isBetter = best === null || odd < best.odd || (odd === best.odd && rank(sum) < rank(best.sum))
    if (isBetter) best = { sum, odd }
  }
  if (best === null) return 'none'
  const effects: Effect[] = []
  let at = best.sum
  for (let index = choices.length; index > 0; index--) {
    const step = all[index]?.get(at)
    if (!step) break
    effects.unshift(step.effect)
    at = step.from
  }
  return { effects, sum: best.sum }
}
