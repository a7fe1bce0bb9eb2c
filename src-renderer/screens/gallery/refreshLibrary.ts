import type { QueryClient } from '@tanstack/react-query'
import { isNewestFirst, type LibraryView } from '../../widgets/library/libraryFilter.ts'
import { oneAtATime } from '../../lib/oneAtATime.ts'
import {
  libraryKey,
  readPageInBackground,
  type LibraryPage,
  type LibraryPages,
  type PageCursor,
} from '../../widgets/library/libraryPages.ts'

/** If more pages than this are new, the cached ones are dropped. */
const MAX_PAGES = 50

/** Reads pages from the top until they overlap with the cached ones. */
const readNewPages = async (view: LibraryView, cached: LibraryPage[]): Promise<LibraryPage[]> => {
  const newPages: LibraryPage[] = []
  for (let before: string | null = null; newPages.length < MAX_PAGES;) {
    const page = await readPageInBackground(view, { before })
    newPages.push(page)
    const merged = mergeNewPages(cached, newPages)
    if (merged !== undefined) return merged
    before = page.next
  }
  return newPages
}

const toPageParams = (pages: LibraryPage[]): PageCursor[] => [
  { before: null },
  ...pages.slice(0, -1).map(({ next }) => ({ before: next })),
]

/**
 * Creates a function that refreshes a view: only its top if it is sorted newest first, because new results are there,
 * otherwise all of its pages. Calls during a run cause one more run.
 */
export const makeRefresher = (client: QueryClient, view: LibraryView): (() => void) => {
  const key = libraryKey(view)
  const run = async (): Promise<void> => {
    const cached = client.getQueryData<LibraryPages>(key)
    if (cached === undefined || !isNewestFirst(view.sort))
      return client.invalidateQueries({ queryKey: key, exact: true })
    const pages = await readNewPages(view, cached.pages)
    // The merge would drop pages that were fetched in the meantime, so it is repeated with them.
    if (client.getQueryData<LibraryPages>(key) !== cached) refresh()
    else client.setQueryData<LibraryPages>(key, { pages, pageParams: toPageParams(pages) })
  }
  // After a failure the shown pages stay; the next change refreshes them.
  const refresh = oneAtATime(run)
  return refresh
}

/**
 * Merges fresh first pages into the cached pages: new tiles appear, deleted tiles within their range disappear, older pages
 * stay. Undefined if they don't overlap, so that the next page must be read first.
 */
export const mergeNewPages = (pages: LibraryPage[], newPages: LibraryPage[]): LibraryPage[] | undefined => {
  const lastNewPage = newPages.at(-1)
  if (lastNewPage === undefined || lastNewPage.next === null) return newPages
  const lastId = lastNewPage.tiles.at(-1)?.id
  const overlapIndex = pages.findIndex(({ tiles }) => tiles.some(({ id }) => id === lastId))
  if (overlapIndex === -1) return undefined
  const tail = pages.slice(overlapIndex).map((page, index) => {
    const tiles =
      index > 0 ? page.tiles : page.tiles.slice(page.tiles.findIndex(({ id }) => id === lastId) + 1)
    return { ...page, tiles }
  })
  const { totals } = lastNewPage
  return [...newPages, ...tail.filter(({ tiles }) => tiles.length > 0)].map((page) => ({ ...page, totals }))
}
