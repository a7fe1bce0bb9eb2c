import { simulateBatch, type BatchPacing } from '../../../src-main/studio/jobs/simulation/simulateBatch.ts'
import { createRow, type Row } from '../Row.ts'

const SEEDS = [1, 2, 3]
const MAX_RATIO_STATED_LIMIT = 1.03
const MAX_RATIO_UNKNOWN_LIMIT = 1.25
const MAX_REQUESTS_PER_JOB = 1.1
const LIMITS = [
  { name: '10/s, burst 5', rate: 10, burst: 5 },
  { name: '50/s, burst 20', rate: 50, burst: 20 },
  { name: '2/s, burst 1', rate: 2, burst: 1 },
  { name: 'a fixed window of 3 per minute', rate: 3 / 60, burst: 3, isWindow: true },
]
const RETRY_AFTER_LABELS = {
  none: 'no Retry-After',
  exact: 'exact Retry-After',
  seconds: 'Retry-After in seconds',
}

const worst = (runs: BatchPacing[], key: Exclude<keyof BatchPacing, 'states'>): number =>
  Math.max(...runs.map((run) => run[key]))

const createRows = (name: string, runs: BatchPacing[], goal: number): Row[] => {
  const tooSoon = worst(runs, 'tooSoon')
  if (tooSoon > 0)
    throw new Error(`${name}: ${tooSoon} requests were sent earlier than the service had requested`)
  const round = (value: number) => Number(value.toFixed(3))
  const noAnchor = { anchor: null, ratio: null }
  return [
    createRow({
      name: `${name}: time`,
      value: round(worst(runs, 'ratio')),
      unit: '× ideal',
      goal,
      ...noAnchor,
    }),
    createRow({
      name: `${name}: requests`,
      value: round(worst(runs, 'requestsPerJob')),
      unit: 'per job',
      goal: MAX_REQUESTS_PER_JOB,
      ...noAnchor,
    }),
  ]
}

/** Sends a thousand jobs under stated or unknown rate limits in virtual time; the worst result of several seeds. */
export const pace = async (): Promise<Row[]> => {
  const rows: Row[] = []
  for (const { name, ...limit } of LIMITS)
    for (const statesLimit of [false, true])
      for (const retryAfter of ['none', 'exact', 'seconds'] as const) {
        const runs = await Promise.all(
          SEEDS.map((seed) => simulateBatch({ ...limit, retryAfter, statesLimit }, { seed })),
        )
        const visibility = statesLimit ? 'stated in headers' : 'unknown'
        rows.push(
          ...createRows(
            `batch at ${name}, ${visibility}, ${RETRY_AFTER_LABELS[retryAfter]}`,
            runs,
            statesLimit ? MAX_RATIO_STATED_LIMIT : MAX_RATIO_UNKNOWN_LIMIT,
          ),
        )
      }
  return rows
}
