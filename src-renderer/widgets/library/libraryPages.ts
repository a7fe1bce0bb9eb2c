import type { InfiniteData } from '@tanstack/react-query'
import { call, listId } from '../../host/call.ts'
import type { RouteOutput } from '../../../src-preload/contract/routes.ts'

/** The gallery's filter in the URL, without the search. */
export interface GalleryFilter {
  trash: boolean
  starred: boolean
  /** Id of the shown collection; null for everything. */
  collection: string | null
}

export interface LibraryView extends GalleryFilter {
  /** Empty for everything. */
  search: string
}

export const readGalleryFilter = (query: URLSearchParams): GalleryFilter => ({
  trash: query.get('view') === 'trash',
  starred: query.get('starred') === '1',
  collection: query.get('collection'),
})

/** The filter as a URL query; empty if there is none. The trash has no other filters. */
export function galleryQuery({ trash, starred, collection }: GalleryFilter): string {
  if (trash) return '?view=trash'
  const query = new URLSearchParams()
  if (collection !== null) query.set('collection', collection)
  if (starred) query.set('starred', '1')
  return query.size > 0 ? `?${query.toString()}` : ''
}

export type LibraryPage = RouteOutput<'library.page'>
export type LibraryPages = InfiniteData<LibraryPage, string | null>

/** Differs from the route's name, so that events don't refetch all pages; the gallery reads the first pages again and merges them. */
const LIBRARY_KEY = 'library.pages'
const PAGE_SIZE = 200

/** Key of a view's cached pages. */
export const libraryKey = ({ trash, search, starred, collection }: LibraryView) =>
  [LIBRARY_KEY, { trash, search, starred, collection }] as const

/** Key of the same view, read from its end upwards. Query filters that match the view's key also match this one. */
export const libraryEndKey = (view: LibraryView) => [...libraryKey(view), 'end'] as const

/** Filter for all cached views, or for those with the given properties. */
export const libraryViews = (match: Partial<LibraryView> = {}) =>
  ({ queryKey: [LIBRARY_KEY, match] }) as const

/** Cursor of a page in a view that is read from its end: `after: null` is the oldest page; the others are as in `library.page`. */
export interface EndCursor {
  before: string | null
  after?: string | null
}

/** A view's filter as input of the route. */
const filterInput = ({ trash, search, starred, collection }: LibraryView) => ({
  limit: PAGE_SIZE,
  trash,
  ...(search === '' ? {} : { search }),
  ...(starred && { starred }),
  ...(collection !== null && { collection }),
})

export const readEndPage = (view: LibraryView, cursor: EndCursor): Promise<LibraryPage> =>
  call('library.page', { ...cursor, ...filterInput(view), view: listId('gallery end') })

export const readPage = (view: LibraryView, before: string | null): Promise<LibraryPage> =>
  call('library.page', { before, ...filterInput(view), view: listId('gallery') })

/** Reads a page without superseding the requests of the pages on screen. */
export const readPageInBackground = (view: LibraryView, before: string | null): Promise<LibraryPage> =>
  call('library.page', { before, ...filterInput(view) })
