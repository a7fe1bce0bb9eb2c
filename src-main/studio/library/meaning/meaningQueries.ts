import { findMissingTexts, hasKnownText } from './findMissingTexts.ts'
import { rankByMeaning } from './rankByMeaning.ts'

/** Queries about the meaning of results, which run in the query thread because they read the texts of all results. */
export const meaningQueries = {
  'meaning.rank': rankByMeaning,
  'meaning.missing': findMissingTexts,
  'meaning.has_known': hasKnownText,
}
