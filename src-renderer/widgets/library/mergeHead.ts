import type { RouteOutput } from '../../../src-preload/contract/routes.ts'

export type LibraryPage = RouteOutput<'library.page'>

/**
 * Puts freshly read first pages over the pages already held: what is new appears, what is gone from their
 * stretch disappears, older pages stay. Undefined when the two do not meet: the next page must be read first.
 */
export const mergeHead = (pages: LibraryPage[], heads: LibraryPage[]): LibraryPage[] | undefined => {
  const lastHead = heads.at(-1)
  if (lastHead === undefined || lastHead.next === null) return heads
  const lastId = lastHead.tiles.at(-1)?.id
  const meeting = pages.findIndex(({ tiles }) => tiles.some(({ id }) => id === lastId))
  if (meeting === -1) return undefined
  const tail = pages.slice(meeting).map((page, index) => {
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
