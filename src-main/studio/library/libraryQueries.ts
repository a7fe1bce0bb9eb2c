import { findUnusedInputs } from './inputs/UnusedInputs.ts'
import { readLibraryPage } from './search/readLibraryPage.ts'
import { readEmbeddingMap, findNearestEmbeddings } from './texts/Embeddings.ts'

/** Queries about results and inputs that run in the query thread, because their cost grows with the history. */
export const libraryQueries = {
  'inputs.unused': findUnusedInputs,
  'library.page': readLibraryPage,
  'library.neighbours': findNearestEmbeddings,
  'library.map': readEmbeddingMap,
}
