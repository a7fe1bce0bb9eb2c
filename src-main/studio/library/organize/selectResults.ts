import { libraryErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { Database } from '../../storage/database/Database.ts'

/** The keys of a result. */
export interface ResultKey {
  seq: number
  id: string
}

/** The results with these ids and their ratings; unknown ids and other files are left out. */
export function selectResults(
  database: Database,
  ids: readonly string[],
): (ResultKey & { rating: number })[] {
  return database
    .all(
      `SELECT a.seq, a.id, a.rating FROM json_each(?) i CROSS JOIN assets a ON a.id = i.value WHERE a.role = 'result'`,
      JSON.stringify(ids),
    )
    .map(({ seq, id, rating }) => ({ seq: Number(seq), id: String(id), rating: Number(rating) }))
}

/** The results with these sequence numbers; those that no longer exist are left out. */
export function selectResultsBySeq(database: Database, seqs: readonly number[]): ResultKey[] {
  return database
    .all(
      `SELECT a.seq, a.id FROM json_each(?) i CROSS JOIN assets a ON a.seq = i.value WHERE a.role = 'result'`,
      JSON.stringify(seqs),
    )
    .map(({ seq, id }) => ({ seq: Number(seq), id: String(id) }))
}

/** @throws StudioError `asset_not_found` if no result was found. */
export function throwIfNone(found: number): void {
  if (found === 0) throw new StudioError({ code: libraryErrors.notFound, money: 'none' })
}
