import type { Batch } from '../../../../src-preload/contract/types/batch.ts'

let count = 0

/** A running batch of ten jobs for tests. */
export const makeBatch = (overrides: Partial<Batch> = {}): Batch => ({
  id: `batch-${++count}`,
  name: 'Lighthouse × weather',
  operation: 'txt2img',
  connectionId: 'c',
  state: 'running',
  problem: null,
  axes: [],
  createdAt: 0,
  cap: null,
  jobs: 10,
  unsent: 4,
  running: 1,
  saved: 5,
  failed: 0,
  uncertain: 0,
  cancelled: 0,
  quoted: 42_130_000,
  spent: 25_278_000,
  reserved: 16_852_000,
  ...overrides,
})
