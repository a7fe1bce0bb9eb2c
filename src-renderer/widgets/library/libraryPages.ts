import type { InfiniteData } from '@tanstack/react-query'
import { call } from '../../host/call.ts'
import { viewId } from '../../host/viewId.ts'
import type { LibraryPage } from './mergeHead.ts'

export interface LibraryView {
  trash: boolean
  /** Empty: everything. */
  search: string
  starred: boolean
  /** The id of the collection looked at; null: everything. */
  collection: string | null
}

export type LibraryPages = InfiniteData<LibraryPage, string | null>

/** Not under `library.page`: its events are laid on top here instead of reading every page again. */
export const LIBRARY = 'library.pages'
const PAGE = 200

/** Words, not places, say what narrows it: what changes there is found by them. */
export const libraryKey = ({ trash, search, starred, collection }: LibraryView) =>
  [LIBRARY, trash ? 'trash' : 'kept', search, ...(starred ? ['starred'] : []), collection ?? ''] as const

/** The same view read from its end upwards; what refreshes one refreshes both. */
export const libraryEndKey = (view: LibraryView) => [...libraryKey(view), 'end'] as const

/** Where a page of a view read from its end lies. */
export interface EndPlace {
  before: string | null
  after?: string | null
}

/** A view as the route takes it. */
const narrowed = ({ trash, search, starred, collection }: LibraryView) => ({
  limit: PAGE,
  trash,
  ...(search === '' ? {} : { search }),
  ...(starred && { starred }),
  ...(collection !== null && { collection }),
})

export const readEndPage = (view: LibraryView, place: EndPlace): Promise<LibraryPage> =>
  call('library.page', { ...place, ...narrowed(view), view: viewId('gallery end') })

export const readPage = (view: LibraryView, before: string | null): Promise<LibraryPage> =>
  call('library.page', { before, ...narrowed(view), view: viewId('gallery') })

/** A page read beside those on screen, which it does not supersede. */
export const readPageBeside = (view: LibraryView, before: string | null): Promise<LibraryPage> =>
  call('library.page', { before, ...narrowed(view) })
