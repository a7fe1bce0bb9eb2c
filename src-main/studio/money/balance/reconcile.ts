import type { MovedJob } from '../../../../src-preload/contract/types/balance.ts'
import { type Effect, effectsOf, usualEffect } from './effectsOf.ts'
import type { MoneyMove } from './MoneyMove.ts'
import type { Reading } from './Reading.ts'
import { type Choice, solve } from './solve.ts'

const DOLLAR = 1_000_000_000
const CENT = 10_000_000
/** A smaller rise is more likely a refund than money paid in. */
const MIN_TOP_UP = DOLLAR

export interface Reconciled {
  /** How far the balance fell; below zero: it rose. */
  fell: number
  /** What the ledger expects, without uncertain jobs. */
  ledger: number
  /** Quotes of the uncertain jobs that may have been charged in between. */
  uncertain: number
  unexplained: number
  topUp: number
  jobs: (Omit<MovedJob, 'title'> & { title: string })[]
}

/**
 * How fine a service tells its balances: the largest power of ten that all of them are multiples of, a cent at most. Two
 * readings rounded to it differ from the truth by one such unit at most.
 */
export function resolutionOf(readings: readonly Reading[]): number {
  let unit = CENT
  while (unit > 1 && readings.some(({ balance }) => balance % unit !== 0)) unit /= 10
  return unit
}

/** Compares the difference between two readings with the jobs of that time. It decides nothing. */
export function reconcile(
  before: Reading,
  after: Reading,
  moves: readonly MoneyMove[],
  resolution: number,
): Reconciled {
  const fell = before.balance - after.balance
  const concerned = moves
    .map((move) => ({
      move,
      effects: effectsOf(move, before, after),
      usual: usualEffect(move, before, after),
    }))
    .filter(({ effects }) => effects.some((effect) => effect !== 0))
  const ledger = concerned.reduce((sum, { move, usual }) => sum + usual * move.amount, 0)
  const uncertain = concerned
    .filter(({ move }) => move.outcome === 'uncertain')
    .reduce((sum, { move }) => sum + move.amount, 0)
  const choices: Choice[] = concerned.map(({ move, effects, usual }) => ({
    amount: move.amount,
    effects: effects.includes(usual) ? effects : [...effects, usual],
    usual,
  }))
  const off = (sum: number): number => Math.abs(fell - sum)
  const fits = solve(choices, (sum) => off(sum) <= resolution, off)
  const rose = ledger - fell
  const paidIn = (sum: number): number => sum - fell
  const isTopUp = fits === 'none' && rose >= MIN_TOP_UP
  // People pay in whole dollars, which tells what else happened.
  const whole = isTopUp ? solve(choices, (sum) => isWhole(paidIn(sum), resolution), off) : 'none'
  const solution = isFound(fits) ? fits : isFound(whole) ? whole : null
  const nearest = solution ?? closest(choices, off)
  const topUp = isTopUp ? roundTo(paidIn(isFound(whole) ? whole.sum : ledger), resolution) : 0
  const unexplained =
    isTopUp || isFound(fits) || (fits === 'open' && isWithin(choices, fell, resolution))
      ? 0
      : fell - (nearest?.sum ?? ledger)
  return {
    fell,
    ledger,
    uncertain,
    unexplained,
    topUp,
    jobs: concerned.map(({ move, effects }, index) => ({
      id: move.id,
      title: move.title,
      amount: move.amount,
      as: asOf(move, effects, solution?.effects[index]),
    })),
  }
}

const isFound = <T extends object>(solution: T | 'none' | 'open'): solution is T =>
  typeof solution === 'object'

const isWhole = (amount: number, resolution: number): boolean => {
  const over = Math.abs(amount) % DOLLAR
  return amount >= MIN_TOP_UP && Math.min(over, DOLLAR - over) <= resolution
}

const roundTo = (amount: number, resolution: number): number =>
  isWhole(amount, resolution) ? Math.round(amount / DOLLAR) * DOLLAR : amount

/** The nearest the choices come to where none fits. */
function closest(choices: readonly Choice[], off: (sum: number) => number) {
  const usual = choices.reduce((sum, { amount, usual }) => sum + usual * amount, 0)
  const found = solve(choices, (sum) => off(sum) < off(usual) && off(sum) > 0, off)
  return isFound(found) ? found : null
}

const isWithin = (choices: readonly Choice[], fell: number, resolution: number): boolean => {
  const end = (pick: (...effects: Effect[]) => number) =>
    choices.reduce((sum, { amount, effects }) => sum + pick(...effects) * amount, 0)
  return fell >= end(Math.min) - resolution && fell <= end(Math.max) + resolution
}

function asOf(move: MoneyMove, effects: readonly Effect[], effect: Effect | undefined): MovedJob['as'] {
  if (move.outcome === 'uncertain') return 'uncertain'
  const sure = effects.length === 1 ? effects[0] : effect
  if (sure === undefined) return move.endedAt === null ? 'open' : 'charged'
  return sure > 0 ? 'charged' : sure < 0 ? 'refunded' : move.endedAt === null ? 'open' : 'not_charged'
}
