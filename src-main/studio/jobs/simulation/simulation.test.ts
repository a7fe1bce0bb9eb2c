import { expect, test } from 'vitest'
import { simulate } from './simulate.ts'

/** `npm run simulate` runs more. */
const SEEDS = 15

test(`no job is paid twice, lost or stuck in ${SEEDS} simulations with crashes, faults, pauses, limits, full disks, sleep and a clock set back`, async () => {
  const all = { sessions: 0, saved: 0, uncertain: 0 }
  for (let seed = 0; seed < SEEDS; seed++) {
    const { sessions, saved, uncertain } = await simulate(seed).catch((error: unknown) => {
      throw new Error(`seed ${seed}: ${String(error)}`, { cause: error })
    })
    all.sessions += sessions
    all.saved += saved
    all.uncertain += uncertain
  }
  // The simulations must have crashes, saved jobs and uncertain jobs.
  expect(all.sessions).toBeGreaterThan(SEEDS * 3)
  expect(all.saved).toBeGreaterThan(SEEDS * 10)
  expect(all.uncertain).toBeGreaterThan(SEEDS)
}, 600_000)
