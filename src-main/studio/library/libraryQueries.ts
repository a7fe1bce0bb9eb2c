import { findUnusedInputs } from './inputs/findUnusedInputs.ts'
import { readLibraryPage } from './search/readLibraryPage.ts'
import { readEmbeddingMap, findNearestEmbeddings } from './texts/embeddingQueries.ts'

/** Queries about results and inputs that run in the query thread, because their cost grows with the history. */
export const libraryQueries = {
  'inputs.unused': findUnusedInputs,
  'library.page': readLibraryPage,
  'library.neighbours': findNearestEmbeddings,
  'library.map': readEmbeddingMap,
}
