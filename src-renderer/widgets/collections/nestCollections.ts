import type { Collection } from '../../../src-preload/contract/types/collection.ts'

/** Collections in tree order: each is followed by those inside it. Otherwise their order is kept. */
export function nestCollections(collections: readonly Collection[]): Collection[] {
  const ids = new Set(collections.map(({ id }) => id))
  const isInside = ({ parentId }: Collection) => parentId !== null && ids.has(parentId)
  const children = Map.groupBy(collections.filter(isInside), ({ parentId }) => parentId)
  return collections
    .filter((collection) => !isInside(collection))
    .flatMap((collection) => [collection, ...(children.get(collection.id) ?? [])])
}
