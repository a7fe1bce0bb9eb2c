import { expect, test } from 'vitest'
import { simulate } from './simulate.ts'

/** More of them: `npm run simulate`. */
const SEEDS = 15

test(`${SEEDS} virtual sessions with crashes, faults, pauses, budgets, full disks, sleep and a clock set back: none pays twice, loses or leaves a job`, async () => {
  const all = { sessions: 0, saved: 0, uncertain: 0 }
  for (let seed = 0; seed < SEEDS; seed++) {
    const { sessions, saved, uncertain } = await simulate(seed).catch((error: unknown) => {
      throw new Error(`seed ${seed}: ${String(error)}`, { cause: error })
    })
    all.sessions += sessions
    all.saved += saved
    all.uncertain += uncertain
  }
  // The simulation itself must reach what it is about.
  expect(all.sessions).toBeGreaterThan(SEEDS * 3)
  expect(all.saved).toBeGreaterThan(SEEDS * 10)
  expect(all.uncertain).toBeGreaterThan(SEEDS)
}, 600_000)
