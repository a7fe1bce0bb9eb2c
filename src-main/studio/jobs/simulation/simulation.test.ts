import { expect, test } from 'vitest'
import { simulate } from './simulate.ts'

/** `npm run simulate` runs more. In 909 and 911 polls fail for minutes while jobs are still accepted; in 931 a job is accepted before
 * the jobs of the earlier session are read. */
const SEEDS = [...Array.from({ length: 15 }, (_, seed) => seed), 909, 911, 931]

test(`no job is paid twice, lost or stuck in ${SEEDS.length} simulations with crashes, faults, pauses, limits, full disks, sleep and a clock set back`, async () => {
  const all = { sessions: 0, saved: 0, uncertain: 0 }
  for (const seed of SEEDS) {
    const { sessions, saved, uncertain } = await simulate(seed).catch((error: unknown) => {
      throw new Error(`seed ${seed}: ${String(error)}`, { cause: error })
    })
    all.sessions += sessions
    all.saved += saved
    all.uncertain += uncertain
  }
  // The simulations must have crashes, saved jobs and uncertain jobs.
  expect(all.sessions).toBeGreaterThan(SEEDS.length * 3)
  expect(all.saved).toBeGreaterThan(SEEDS.length * 10)
  expect(all.uncertain).toBeGreaterThan(SEEDS.length)
}, 600_000)
