import type { Job } from '../../../../src-preload/contract/types/job.ts'

let count = 0

/** A queued job for tests. */
export const makeJob = (overrides: Partial<Job> = {}): Job => ({
  id: `job-${++count}`,
  state: 'queued',
  operation: 'txt2img',
  model: { slug: 'aurora', name: 'Example One' },
  connection: { id: 'c', name: 'Sandbox' },
  title: 'a lighthouse in fog',
  progress: null,
  preview: 0,
  price: 4_213_000,
  quotedAt: 0,
  seed: 7,
  width: 1024,
  height: 768,
  requestId: null,
  createdAt: 0,
  sentAt: null,
  finishedAt: null,
  waitsUntil: null,
  problem: null,
  assets: [],
  replaces: null,
  tookMs: null,
  ...overrides,
})
