import { readUnused } from './inputs/readUnused.ts'
import { readLibraryPage } from './search/readLibraryPage.ts'
import { embeddingMap, findNearest } from './texts/embeddingSpace.ts'

/** Queries about results and inputs that run in the query thread, because their cost grows with the history. */
export const libraryQueries = {
  'inputs.unused': readUnused,
  'library.page': readLibraryPage,
  'library.neighbours': findNearest,
  'library.map': embeddingMap,
}
