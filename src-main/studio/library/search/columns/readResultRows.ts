import type { Database, Row } from '../../../storage/database/Database.ts'

/** The filterable values of results. The ids of tags and collections are joined by commas. */
const SELECT_VALUES = `SELECT a.seq, a.kind, j.operation, j.model_slug, j.model_name, j.connection_id, j.connection_name, j.batch_id,
    a.starred_at IS NOT NULL AS is_starred, a.trashed_at IS NOT NULL AS is_trashed, a.rating,
    EXISTS (SELECT 1 FROM job_inputs i WHERE i.asset_id = a.id) AS is_used,
    a.kind = 'text' AND EXISTS (SELECT 1 FROM asset_texts t WHERE t.asset_id = a.id AND t.edited IS NOT NULL) AS is_edited,
    a.job_id IS NULL AS is_imported, j.price, a.duration_ms, a.bytes, a.width, a.height, a.created_at, j.seed,
    (SELECT group_concat(tag_id) FROM asset_tags WHERE asset_seq = a.seq) AS tags,
    (SELECT group_concat(c.seq) FROM collection_assets m JOIN collections c ON c.id = m.collection_id
       WHERE m.asset_seq = a.seq) AS collections,
    (SELECT state FROM file_problems WHERE asset_seq = a.seq) AS file_state
  FROM assets a LEFT JOIN jobs j ON j.id = a.job_id`

/** The place of a result in the order by date: results of the same time are in the order in which they were added. */
export interface Place {
  /** Milliseconds since the epoch. */
  date: number
  seq: number
}

/** SQL: the newest results before a place, in the library or in the trash, which each have an index by date. */
const olderIn = (trashed: string): string =>
  `SELECT * FROM (SELECT created_at, seq FROM assets WHERE role = 'result' AND trashed_at IS ${trashed}
     AND (created_at, seq) < (?1, ?2) ORDER BY created_at DESC, seq DESC LIMIT ?3)`

/** The newest results before a place, newest first. */
export const readOlderRows = (database: Database, { date, seq }: Place, limit: number): Row[] =>
  database.all(
    `${SELECT_VALUES} WHERE a.seq IN (SELECT seq FROM (${olderIn('NULL')} UNION ALL ${olderIn('NOT NULL')})
       ORDER BY created_at DESC, seq DESC LIMIT ?3) ORDER BY a.created_at DESC, a.seq DESC`,
    date,
    seq,
    limit,
  )

/** Results by sequence number, oldest first; those that no longer exist are left out. */
export const readRows = (database: Database, seqs: readonly number[]): Row[] =>
  database.all(
    `${SELECT_VALUES} WHERE a.role = 'result' AND a.seq IN (SELECT value FROM json_each(?)) ORDER BY a.created_at, a.seq`,
    JSON.stringify(seqs),
  )

/** The id of the last entry in the log of changes. */
export const readLastChange = (database: Database): number =>
  Number(database.get('SELECT coalesce(max(id), 0) AS id FROM asset_changes')?.['id'])

/** The id of the last entry in the log of changes and the number of results, from one snapshot. */
export function readSnapshot(database: Database): { lastChange: number; results: number } {
  const row = database.get(
    `SELECT (SELECT coalesce(max(id), 0) FROM asset_changes) AS last_change,
       (SELECT count(*) FROM assets WHERE role = 'result' AND trashed_at IS NULL) +
       (SELECT count(*) FROM assets WHERE role = 'result' AND trashed_at IS NOT NULL) AS results`,
  )
  return {
    lastChange: Number(row?.['last_change']),
    results: Number(row?.['results']),
  }
}

/** Entries of the log of changes after the one with this id, oldest first. The sequence number 0 means that names of tags or collections changed. */
export const readChanges = (
  database: Database,
  after: number,
  limit: number,
): { id: number; seq: number }[] =>
  database
    .all('SELECT id, asset_seq FROM asset_changes WHERE id > ? ORDER BY id LIMIT ?', after, limit)
    .map((row) => ({ id: Number(row['id']), seq: Number(row['asset_seq']) }))

/** All tags and collections. `key` is what a condition contains, `id` what the rows contain. */
export function readNames(database: Database): { field: string; id: string; key: string; name: string }[] {
  return database
    .all(
      `SELECT 'tag' AS field, id, name_key AS key, name FROM tags
         UNION ALL SELECT 'collection', seq, id, name FROM collections WHERE deleted_name IS NULL`,
    )
    .map((row) => ({
      field: String(row['field']),
      id: String(row['id']),
      key: String(row['key']),
      name: String(row['name']),
    }))
}
