import { readInputPage } from './inputs/InputList.ts'
import { findUnusedInputs } from './inputs/UnusedInputs.ts'
import { countExpired } from './trash/TrashRetention.ts'
import { importQueries } from './imports/importQueries.ts'
import { listQueries } from './search/listQueries.ts'
import { countHashes, findSimilarImages } from './search/ImageHashes.ts'
import { measureAssets } from './maintenance/librarySizes.ts'
import { meaningQueries } from './meaning/meaningQueries.ts'
import { readEmbeddingPage, findNearestEmbeddings } from './texts/Embeddings.ts'

/** Queries about results and inputs that run in the query thread, because their cost grows with the history. */
export const libraryQueries = {
  ...listQueries,
  ...meaningQueries,
  ...importQueries,
  'maintenance.sizes': measureAssets,
  'inputs.page': readInputPage,
  'inputs.unused': findUnusedInputs,
  'library.count_expired': countExpired,
  'library.similar': findSimilarImages,
  'images.hash_progress': countHashes,
  'library.neighbours': findNearestEmbeddings,
  'library.embeddings': readEmbeddingPage,
}
