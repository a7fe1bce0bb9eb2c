import type { QueryClient } from '@tanstack/react-query'
import {
  libraryKey,
  type LibraryPages,
  type LibraryView,
  readDetachedPage,
  type LibraryPage,
} from './libraryPages.ts'

/** With more new pages it is cheaper to start over. */
const MAX_PAGES = 50

/** Reads pages from the top until they overlap with the cached ones. */
const readHead = async (view: LibraryView, cached: LibraryPage[]): Promise<LibraryPage[]> => {
  const heads: LibraryPage[] = []
  for (let before: string | null = null; heads.length < MAX_PAGES;) {
    const page = await readDetachedPage(view, before)
    heads.push(page)
    const merged = mergeHead(cached, heads)
    if (merged !== undefined) return merged
    before = page.next
  }
  return heads
}

const paramsOf = (pages: LibraryPage[]): (string | null)[] => [
  null,
  ...pages.slice(0, -1).map(({ next }) => next),
]

/** Creates a function that refreshes the top of a view: one run at a time, followed by one more if requested meanwhile. */
export const makeRefresher = (client: QueryClient, view: LibraryView): (() => void) => {
  let isBusy = false
  let isPending = false
  const key = libraryKey(view)
  const run = async (): Promise<void> => {
    const cached = client.getQueryData<LibraryPages>(key)
    if (cached === undefined) return
    const pages = await readHead(view, cached.pages)
    // The merge would drop pages fetched in the meantime, so it starts again with them.
    if (client.getQueryData<LibraryPages>(key) !== cached) isPending = true
    else client.setQueryData<LibraryPages>(key, { pages, pageParams: paramsOf(pages) })
  }
  const refresh = (): void => {
    if (isBusy) {
      isPending = true
      return
    }
    isBusy = true
    isPending = false
    run()
      // The shown pages stay; the next change refreshes them.
      .catch(() => undefined)
      .finally(() => {
        isBusy = false
        if (isPending) refresh()
      })
  }
  return refresh
}

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
