import type { InfiniteData } from '@tanstack/react-query'
import { call, listId } from '../../host/call.ts'
import { LIBRARY_PAGES } from '../../host/events.ts'
import { MAX_IDS, MAX_SELECTED_RESULTS } from '../../../src-preload/constraints/limits.ts'
import type { RouteOutput } from '../../../src-preload/contract/routes.ts'
import type { Field, LibraryView } from './libraryFilter.ts'

export type LibraryPage = RouteOutput<'library.page'>

/** Position of a page: as in `library.page`. */
export interface PageCursor {
  before: string | null
  after?: string | null
}
export type LibraryPages = InfiniteData<LibraryPage, PageCursor>

const PAGE_SIZE = 200

/** Key of a view's cached pages, starting at its first result. */
export const libraryKey = ({ filter, sort }: LibraryView) =>
  [
    LIBRARY_PAGES,
    {
      trash: filter.trash,
      uses: Object.fromEntries(filter.conditions.map(({ field }) => [field, true])),
    },
    filter,
    sort,
  ] as const

/** Key of the cached pages around a position in a view that the user jumped to. */
export const anchoredKey = (view: LibraryView) => [...libraryKey(view), 'anchored'] as const

/** Matches the cached pages of all views, or only of the library or the trash, or with a condition on a field. */
export const libraryViews = ({ trash, uses }: { trash?: boolean; uses?: Field } = {}) => ({
  queryKey: [
    LIBRARY_PAGES,
    { ...(trash !== undefined && { trash }), ...(uses !== undefined && { uses: { [uses]: true } }) },
  ],
})

/** Reads a page of a list on screen; a later request of the same list supersedes it. */
export const readPage = (view: LibraryView, cursor: PageCursor, list: string): Promise<LibraryPage> =>
  call('library.page', { ...cursor, ...view, limit: PAGE_SIZE, listId: listId(list) })

/** Reads a page without superseding the requests of the pages on screen. */
export const readPageInBackground = (view: LibraryView, cursor: PageCursor): Promise<LibraryPage> =>
  call('library.page', { ...cursor, ...view, limit: PAGE_SIZE })

/** Reads the ids of the results of a view in its order, as many as can be selected. A later request supersedes it. */
export async function readIds(view: LibraryView): Promise<string[]> {
  const ids: string[] = []
  for (let before: string | null = null; ;) {
    const limit = Math.min(MAX_IDS, MAX_SELECTED_RESULTS - ids.length)
    const part: RouteOutput<'library.ids'> = await call('library.ids', {
      ...view,
      before,
      limit,
      listId: listId('gallery ids'),
    })
    ids.push(...part.ids)
    if (part.next === null || ids.length >= MAX_SELECTED_RESULTS) return ids
    before = part.next
  }
}
