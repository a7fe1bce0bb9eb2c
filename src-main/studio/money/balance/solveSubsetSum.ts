import type { BalanceEffect } from './balanceEffects.ts'

/** Limits time and memory. */
const MAX_DIFFERENT_SUMS = 20_000

/** The amount of a job, with its possible effects on the balance and the expected one. */
export interface Choice {
  amount: number
  effects: readonly BalanceEffect[]
  expected: BalanceEffect
}

export interface Solution {
  /** One effect for each choice. */
  effects: BalanceEffect[]
  sum: number
}

/** The last step to a sum: the effect of one choice, added to a sum of the choices before it. */
interface Step {
  /** Number of effects so far that differ from the expected ones. */
  deviations: number
  effect: BalanceEffect
  previousSum: number
}

/**
 * At each index, every sum that so many of the first choices can have, with the last step of the way that has the fewest deviations.
 * Null if there are too many sums.
 */
function reachableSums(choices: readonly Choice[]): Map<number, Step>[] | null {
  const stepsByCount: Map<number, Step>[] = [new Map([[0, { deviations: 0, effect: 0, previousSum: 0 }]])]
  for (const { amount, effects, expected } of choices) {
    const steps = new Map<number, Step>()
    for (const [previousSum, { deviations }] of stepsByCount.at(-1) ?? [])
      for (const effect of effects) {
        const step = { deviations: deviations + (effect === expected ? 0 : 1), effect, previousSum }
        const sum = previousSum + effect * amount
        const known = steps.get(sum)
        if (!known || step.deviations < known.deviations) steps.set(sum, step)
      }
    if (steps.size > MAX_DIFFERENT_SUMS) return null
    stepsByCount.push(steps)
  }
  return stepsByCount
}

/**
 * Finds effects whose sum is accepted (a subset sum problem): those with the fewest deviations from the expected effects, then with
 * the lowest cost. `none` if no sum is accepted, `undecided` if there are too many sums.
 */
export function solveSubsetSum(
  choices: readonly Choice[],
  isAccepted: (sum: number) => boolean,
  costOf: (sum: number) => number = () => 0,
): Solution | 'none' | 'undecided' {
  const stepsByCount = reachableSums(choices)
  if (stepsByCount === null) return 'undecided'
  let best: { sum: number; deviations: number } | null = null
  for (const [sum, { deviations }] of stepsByCount.at(-1) ?? []) {
    if (!isAccepted(sum)) continue
    const isBetter =
      best === null ||
      deviations < best.deviations ||
      (deviations === best.deviations && costOf(sum) < costOf(best.sum))
    if (isBetter) best = { sum, deviations }
  }
  if (best === null) return 'none'
  const effects: BalanceEffect[] = []
  let { sum } = best
  for (let count = choices.length; count > 0; count--) {
    const step = stepsByCount[count]?.get(sum)
    if (!step) break
    effects.unshift(step.effect)
    sum = step.previousSum
  }
  return { effects, sum: best.sum }
}
