import type { RouteOutput } from '../../../src-preload/contract/routes.ts'

export type LibraryPage = RouteOutput<'library.page'>

/**
 * Merges fresh first pages into the cached pages: new tiles appear, deleted tiles within their range disappear, older pages
 * stay. Undefined if they don't overlap, so that the next page must be read first.
 */
export const mergeHead = (pages: LibraryPage[], heads: LibraryPage[]): LibraryPage[] | undefined => {
  const lastHead = heads.at(-1)
  if (lastHead === undefined || lastHead.next === null) return heads
  const lastId = lastHead.tiles.at(-1)?.id
  const overlapIndex = pages.findIndex(({ tiles }) => tiles.some(({ id }) => id === lastId))
  if (overlapIndex === -1) return undefined
  const tail = pages.slice(overlapIndex).map((page, index) => {
    const tiles =
      index > 0 ? page.tiles : page.tiles.slice(page.tiles.findIndex(({ id }) => id === lastId) + 1)
    return { ...page, tiles }
  })
  const { total, bytes } = lastHead
  return [...heads, ...tail.filter(({ tiles }) => tiles.length > 0)].map((page) => ({
    ...page,
    total,
    bytes,
  }))
}
