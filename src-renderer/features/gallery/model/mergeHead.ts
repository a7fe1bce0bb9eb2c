import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'

export type LibraryPage = RouteOutput<'library.page'>

/**
 * Puts a freshly read first page over the pages already held: what is new appears, what is gone from its
 * stretch disappears, older pages stay. When the two do not meet, only the fresh page is kept: the gap between
 * them is read again by scrolling.
 */
export const mergeHead = (pages: LibraryPage[], head: LibraryPage): LibraryPage[] => {
  if (head.next === null) return [head]
  const lastOfHead = head.tiles.at(-1)?.id
  const tail: LibraryPage[] = []
  let met = false
  for (const page of pages) {
    const at = met ? -1 : page.tiles.findIndex(({ id }) => id === lastOfHead)
    if (!met && at === -1) continue
    const tiles = met ? page.tiles : page.tiles.slice(at + 1)
    met = true
    if (tiles.length > 0) tail.push({ ...page, tiles, total: head.total, bytes: head.bytes })
  }
  if (!met) return [head]
  // Without a tail the fresh page ends where the old ones did, so its own `next` goes on from there.
  return [head, ...tail]
}
