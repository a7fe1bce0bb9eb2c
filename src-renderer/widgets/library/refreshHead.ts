import type { QueryClient } from '@tanstack/react-query'
import { libraryKey, type LibraryPages, type LibraryView, readPageBeside } from './libraryPages.ts'
import { type LibraryPage, mergeHead } from './mergeHead.ts'

/** Beyond this many arrivals it is cheaper to begin again. */
const MAX_PAGES = 50

/** Reads from the top until it meets what is held. */
const readHead = async (view: LibraryView, held: LibraryPage[]): Promise<LibraryPage[]> => {
  const heads: LibraryPage[] = []
  for (let before: string | null = null; heads.length < MAX_PAGES;) {
    const page = await readPageBeside(view, before)
    heads.push(page)
    const merged = mergeHead(held, heads)
    if (merged !== undefined) return merged
    before = page.next
  }
  return heads
}

const paramsOf = (pages: LibraryPage[]): (string | null)[] => [
  null,
  ...pages.slice(0, -1).map(({ next }) => next),
]

/** A function that brings the top of a view up to date: one reading at a time, and one more for all asked meanwhile. */
export const makeRefresher = (client: QueryClient, view: LibraryView): (() => void) => {
  let busy = false
  let again = false
  const key = libraryKey(view)
  const run = async (): Promise<void> => {
    const held = client.getQueryData<LibraryPages>(key)
    if (held === undefined) return
    const pages = await readHead(view, held.pages)
    // Pages fetched meanwhile would be lost: begin again with them.
    if (client.getQueryData<LibraryPages>(key) !== held) again = true
    else client.setQueryData<LibraryPages>(key, { pages, pageParams: paramsOf(pages) })
  }
  const refresh = (): void => {
    if (busy) {
      again = true
      return
    }
    busy = true
    again = false
    run()
      // What is shown stays; the next change or opening asks again.
      .catch(() => undefined)
      .finally(() => {
        busy = false
        if (again) refresh()
      })
  }
  return refresh
}
