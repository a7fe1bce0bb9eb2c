import type { HiddenLimit } from '../../src-main/studio/jobs/simulation/HiddenBucket.ts'
import { simulateBatch, type BatchPacing } from '../../src-main/studio/jobs/simulation/simulateBatch.ts'
import { Database } from '../../src-main/studio/storage/Database.ts'
import { row, type Row } from './Row.ts'

const SEEDS = [1, 2, 3]
const TIME = 1.03
const REQUESTS = 1.05
/** `seconds`: the goal where it is out of reach, since one refusal alone costs more: docs/decisions/pacing.md. */
const LIMITS = [
  { rate: 10, burst: 5, seconds: TIME },
  { rate: 50, burst: 20, seconds: 1.115 },
  { rate: 2, burst: 1, seconds: TIME },
]
const NEXT_DAY = Date.UTC(2026, 0, 2, 12)
const WORDS = { none: 'no Retry-After', exact: 'exact Retry-After', seconds: 'Retry-After in seconds' }

const worst = (runs: BatchPacing[], of: keyof BatchPacing): number => Math.max(...runs.map((run) => run[of]))

const rowsOf = (name: string, runs: BatchPacing[], goal = TIME): Row[] => {
  const tooSoon = worst(runs, 'tooSoon')
  if (tooSoon > 0)
    throw new Error(`${name}: ${tooSoon} requests went before the moment the service had named`)
  const round = (value: number) => Number(value.toFixed(3))
  const rounded = { anchor: null, ratio: null }
  return [
    row({ name: `${name}: time`, value: round(worst(runs, 'ratio')), unit: '× ideal', goal, ...rounded }),
    row({
      name: `${name}: requests`,
      value: round(worst(runs, 'requestsPerJob')),
      unit: 'per job',
      goal: REQUESTS,
      ...rounded,
    }),
  ]
}

/** The same batch once more in another run, which knows from disk what the first has learnt. */
const secondRun = async (limit: HiddenLimit, seed: number): Promise<BatchPacing> => {
  const database = new Database(':memory:')
  await simulateBatch(limit, { seed, database })
  return simulateBatch(limit, { seed: seed + 1000, database, startsAt: NEXT_DAY })
}

/** A thousand jobs against limits the engine has to find out, in virtual time: the worst of some seeds, exact. */
export const pace = async (): Promise<Row[]> => {
  const rows: Row[] = []
  for (const { rate, burst, seconds } of LIMITS) {
    for (const retryAfter of ['none', 'exact', 'seconds'] as const) {
      const runs = await Promise.all(
        SEEDS.map((seed) => simulateBatch({ rate, burst, retryAfter }, { seed })),
      )
      const goal = retryAfter === 'seconds' ? seconds : TIME
      rows.push(...rowsOf(`batch at ${rate}/s, burst ${burst}, ${WORDS[retryAfter]}`, runs, goal))
    }
  }
  for (const { rate, burst } of LIMITS) {
    const limit = { rate, burst, retryAfter: 'seconds' } as const
    const second = await Promise.all(SEEDS.map((seed) => secondRun(limit, seed)))
    rows.push(...rowsOf(`batch at ${rate}/s, burst ${burst}, in seconds, learnt before`, second))
    const told = await Promise.all(SEEDS.map((seed) => simulateBatch({ ...limit, tells: true }, { seed })))
    rows.push(...rowsOf(`batch at ${rate}/s, burst ${burst}, in seconds, told by headers`, told))
  }
  return rows
}
