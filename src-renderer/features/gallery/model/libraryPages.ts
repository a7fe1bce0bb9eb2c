import type { InfiniteData } from '@tanstack/react-query'
import { call } from '../../../host/call.ts'
import type { LibraryPage } from './mergeHead.ts'

export interface LibraryView {
  trash: boolean
  /** Empty: everything. */
  search: string
}

export type LibraryPages = InfiniteData<LibraryPage, string | null>

/** Not under `library.page`: its events are laid on top here instead of reading every page again. */
export const LIBRARY = 'library.pages'
const PAGE = 200

export const libraryKey = ({ trash, search }: LibraryView) =>
  [LIBRARY, trash ? 'trash' : 'kept', search] as const

/** The same view read from its end upwards; what refreshes one refreshes both. */
export const libraryEndKey = (view: LibraryView) => [...libraryKey(view), 'end'] as const

/** Where a page of a view read from its end lies. */
export interface EndPlace {
  before: string | null
  after?: string | null
}

export const readEndPage = ({ trash, search }: LibraryView, place: EndPlace): Promise<LibraryPage> =>
  call('library.page', { ...place, limit: PAGE, trash, ...(search === '' ? {} : { search }) })

export const readPage = ({ trash, search }: LibraryView, before: string | null): Promise<LibraryPage> =>
  call('library.page', { before, limit: PAGE, trash, ...(search === '' ? {} : { search }) })
