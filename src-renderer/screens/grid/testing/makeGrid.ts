import type { Grid, GridJob } from '../../../../src-preload/contract/types/grid.ts'

/** A queued job of a grid for tests. */
export const makeGridJob = (overrides: Partial<GridJob> = {}): GridJob => ({
  id: 'job',
  coordinates: [0],
  labels: {},
  state: 'queued',
  progress: null,
  preview: 0,
  price: null,
  seed: null,
  width: 64,
  height: 64,
  problem: null,
  asset: null,
  ...overrides,
})

/** The result of a grid's job for tests, a saved image. */
export const makeGridAsset = (
  id: string,
  overrides: Partial<NonNullable<GridJob['asset']>> = {},
): NonNullable<GridJob['asset']> => ({
  id,
  kind: 'image',
  mime: 'image/png',
  width: 512,
  height: 512,
  durationMs: null,
  hasThumb: true,
  trashedAt: null,
  excerpt: null,
  ...overrides,
})

/** A grid with the steps as its columns, for tests. */
export const makeGrid = (overrides: Partial<Grid> = {}): Grid => ({
  id: 'batch',
  name: 'Sweep',
  operation: 'txt2img',
  createdAt: 0,
  title: 'a lighthouse',
  axes: [{ field: 'steps', label: 'Steps', values: [4, 8].map((value) => ({ value, label: null })) }],
  jobs: [],
  ...overrides,
})
