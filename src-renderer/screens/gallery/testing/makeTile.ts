import type { Tile } from '../../../../src-preload/contract/types/asset.ts'

const defaults = {
  jobId: null,
  role: 'result' as const,
  kind: 'image' as const,
  mime: 'image/png',
  format: 'png',
  bytes: 1_000_000,
  width: 1024,
  height: 768,
  durationMs: null,
  sha256: 'ab'.repeat(32),
  createdAt: new Date(2026, 10, 20, 9).getTime(),
  trashedAt: null,
  hasThumb: true,
  name: null,
  sourceId: null,
  starredAt: null,
  rating: 0,
  title: 'a lighthouse in fog',
  modelName: 'Example One',
  price: 4_213_000,
  seed: 7,
  operation: 'paint',
  excerpt: null,
}

/** A saved image for tests. */
export const makeTile = (overrides: Partial<Tile> & { id: string }): Tile => ({ ...defaults, ...overrides })
