import type { Database } from '../../../storage/database/Database.ts'
import { buildSearchQuery } from '../searchQuery.ts'
import { type Mark, OTHER_FAILURE } from './marks.ts'
import type { ResultColumns } from './ResultColumns.ts'

/**
 * If the rows aren't in the order of their sequence numbers, matches are read for this many sequence numbers at once.
 */
const CHUNK = 1 << 16

/**
 * Marks the rows that don't match a search; null for an empty search. The full-text index is read for the rows of each call only, so that a
 * page of the newest matches doesn't wait for the old ones.
 */
export function prepareSearch(database: Database, columns: ResultColumns, search: string): Mark | null {
  const query = buildSearchQuery(search)
  if (query === null) return null
  /** 1 for each match, by chunk of sequence numbers. */
  const chunks = new Map<number, Uint8Array>()
  const readChunk = (chunk: number): Uint8Array => {
    const known = chunks.get(chunk)
    if (known) return known
    const isHit = new Uint8Array(CHUNK)
    const low = chunk * CHUNK
    for (const hit of readHits(database, query, low, low + CHUNK - 1)) isHit[hit - low] = 1
    chunks.set(chunk, isHit)
    return isHit
  }
  return (failures, from) => {
    const seqs = columns.seq.subarray(from, from + failures.length)
    const fail = (n: number): void => void (failures[n] = (failures[n] ?? 0) | OTHER_FAILURE)
    // Imported results are not in the order of their sequence numbers, so a range of these would include many other
    // results.
    if (!isAscending(seqs)) {
      for (const [n, seq] of seqs.entries())
        if (readChunk(Math.floor(seq / CHUNK))[seq % CHUNK] === 0) fail(n)
      return
    }
    const hits = readHits(database, query, seqs[0] ?? 0, seqs.at(-1) ?? 0)
    let next = 0
    for (const [n, seq] of seqs.entries()) {
      while (next < hits.length && (hits[next] ?? 0) < seq) next++
      if (hits[next] !== seq) fail(n)
    }
  }
}

const isAscending = (seqs: Uint32Array): boolean =>
  seqs.every((seq, n) => n === 0 || seq > (seqs[n - 1] ?? 0))

/** The sequence numbers of the matches between two, both included, in ascending order. */
function readHits(database: Database, query: string, low: number, high: number): readonly number[] {
  // One text is read several times faster than a row per match. The bounds are cast, because JavaScript numbers are
  // bound as floats, and the full-text index ignores bounds that aren't integers and would read all matches.
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
