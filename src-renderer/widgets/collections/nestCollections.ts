import type { Collection } from '../../../src-preload/contract/types/collection.ts'

/** Collections in the order of a tree: each is followed by those inside it. Their order is otherwise kept. */
export function nestCollections(collections: readonly Collection[]): Collection[] {
  const ids = new Set(collections.map(({ id }) => id))
  const isInside = ({ parentId }: Collection) => parentId !== null && ids.has(parentId)
  const inner = Map.groupBy(collections.filter(isInside), ({ parentId }) => parentId)
  return collections
    .filter((collection) => !isInside(collection))
    .flatMap((collection) => [collection, ...(inner.get(collection.id) ?? [])])
}
