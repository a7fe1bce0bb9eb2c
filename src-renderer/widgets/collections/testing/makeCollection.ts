import type { Collection } from '../../../../src-preload/contract/types/collection.ts'

/** An empty collection for tests. */
export const makeCollection = (overrides: Partial<Collection> & { id: string }): Collection => ({
  name: overrides.id,
  createdAt: 1,
  assets: 0,
  bytes: 0,
  parentId: null,
  cover: null,
  isCoverChosen: false,
  ...overrides,
})
