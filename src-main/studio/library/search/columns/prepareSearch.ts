import type { Database } from '../../../storage/database/Database.ts'
import { buildSearchQuery } from '../searchQuery.ts'
import { type Mark, OTHER_FAILURE } from './marks.ts'
import type { ResultColumns } from './ResultColumns.ts'

/**
 * Marks the rows that don't match a search; null for an empty search. The full-text index is read for the rows of each call only, so that a
 * page of the newest matches doesn't wait for the old ones.
 */
export function prepareSearch(database: Database, columns: ResultColumns, search: string): Mark | null {
  const query = buildSearchQuery(search)
  if (query === null) return null
  return (failures, from) => {
    const last = from + failures.length - 1
    const hits = readHits(database, query, columns.seq[from] ?? 0, columns.seq[last] ?? 0)
    let next = 0
    for (let n = 0; n < failures.length; n++) {
      const seq = columns.seq[from + n] ?? 0
      while (next < hits.length && (hits[next] ?? 0) < seq) next++
      if (hits[next] !== seq) failures[n] = (failures[n] ?? 0) | OTHER_FAILURE
    }
  }
}

/** The sequence numbers of the matches between two, both included, in ascending order. */
function readHits(database: Database, query: string, low: number, high: number): readonly number[] {
  // One text is read several times faster than a row per match. The full-text index ignores bounds that aren't integers, which numbers of
  // JavaScript are not, and would read all matches.
  const found = database.get(
    `SELECT json_group_array(rowid) AS seqs FROM (SELECT rowid FROM asset_words
       WHERE asset_words MATCH ? AND rowid BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER) ORDER BY rowid)`,
    query,
    low,
    high,
  )
  const seqs: unknown = JSON.parse(String(found?.['seqs']))
  return Array.isArray(seqs) ? seqs : []
}
