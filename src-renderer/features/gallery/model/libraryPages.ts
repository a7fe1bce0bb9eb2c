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

export const readPage = ({ trash, search }: LibraryView, before: string | null): Promise<LibraryPage> =>
  call('library.page', { before, limit: PAGE, trash, ...(search === '' ? {} : { search }) })
