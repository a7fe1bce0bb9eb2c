import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FAULT_NAMES } from './faults.ts'
import { ORDERS, simulateMixture, type Mixture } from './simulateMixture.ts'

test.each(FAULT_NAMES)('healthy jobs are hardly later beside 20 jobs with the fault "%s"', async (fault) => {
  for (const [seed, order] of ORDERS.entries()) {
    const mixture = { seed, healthy: 3, faulty: 20, faults: [fault], order, hasRestart: seed === 1 }
    expect((await simulateMixture(mixture)).violations, order).toEqual([])
  }
})

/** Mixtures in which healthy jobs were late before. */
const LATE_BEFORE: readonly Mixture[] = [
  { seed: 3, healthy: 5, faulty: 100, faults: ['hanging status'], order: 'together', hasRestart: false },
  { seed: 3, healthy: 5, faulty: 100, faults: ['hanging status'], order: 'faulty_first', hasRestart: false },
  { seed: 3, healthy: 5, faulty: 100, faults: ['slow status'], order: 'together', hasRestart: false },
  { seed: 3, healthy: 5, faulty: 100, faults: ['slow status'], order: 'faulty_first', hasRestart: false },
  { seed: 1, healthy: 15, faulty: 30, faults: ['slow transfer'], order: 'together', hasRestart: true },
  { seed: 1, healthy: 15, faulty: 100, faults: ['slow transfer'], order: 'faulty_first', hasRestart: false },
  { seed: 153, healthy: 13, faulty: 33, faults: ['odd JSON'], order: 'faulty_first', hasRestart: true },
  {
    seed: 17,
    healthy: 14,
    faulty: 46,
    faults: ['job failing while running', 'stuck job'],
    order: 'spread',
    hasRestart: false,
  },
  { seed: 0, healthy: 3, faulty: 20, faults: ['hanging status'], order: 'together', hasRestart: false },
  { seed: 2, healthy: 3, faulty: 20, faults: ['link with 500'], order: 'faulty_first', hasRestart: false },
  { seed: 4, healthy: 3, faulty: 6, faults: ['truncated file'], order: 'faulty_first', hasRestart: false },
  { seed: 5, healthy: 3, faulty: 6, faults: ['lost job'], order: 'faulty_first', hasRestart: false },
]
test.each(LATE_BEFORE)('healthy jobs are hardly later in the mixture %o', async (mixture) => {
  expect((await simulateMixture(mixture)).violations).toEqual([])
})

test('healthy jobs are hardly later beside any mixture of faults', { timeout: 120_000 }, async () => {
  const mixtures = fc.record({
    seed: fc.nat(1000),
    healthy: fc.integer({ min: 1, max: 6 }),
    faulty: fc.integer({ min: 1, max: 20 }),
    faults: fc.array(fc.constantFrom(...FAULT_NAMES), { minLength: 1, maxLength: 3 }),
    order: fc.constantFrom(...ORDERS),
    hasRestart: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(mixtures, async (mixture) => {
      expect((await simulateMixture(mixture)).violations).toEqual([])
    }),
    // The same mixtures at each run; `npm run simulate` tries others.
    { numRuns: 25, seed: 1 },
  )
})
