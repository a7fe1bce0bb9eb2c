import type { Database, Row } from '../../storage/database/Database.ts'

interface QueuedFilter {
  connection: string
  operation: string
  now: number
  /** Ids of jobs that are being sent; they are left out. */
  inFlight: readonly string[]
  /** Ids of the collections that are on hold; an empty id stands for the jobs without a collection. */
  heldCollections: readonly string[]
}

/**
 * The row of the first job of a connection and operation that may be sent now. If collections are on hold, the first job of each
 * other collection is looked up in an index, so that thousands of held jobs are not read.
 */
export function findFirstQueued(
  database: Database,
  { connection, operation, now, inFlight, heldCollections }: QueuedFilter,
): Row | undefined {
  const findFirst = (index: string, condition: string, ...values: string[]): Row | undefined =>
    database.get(
      `SELECT * FROM jobs INDEXED BY ${index} WHERE state = 'queued' AND held = 0 AND connection_id = ? AND operation = ?
         ${condition} AND (waits_until IS NULL OR waits_until <= ?) AND id NOT IN (${inFlight.map(() => '?').join(', ')})
       ORDER BY priority, rank, seq LIMIT 1`,
      connection,
      operation,
      ...values,
      now,
      ...inFlight,
    )
  if (heldCollections.length === 0) return findFirst('jobs_ready', '')
  const nextCollection = (collection: string): string | undefined => {
    const row = database.get(
      `SELECT coalesce(collection_id, '') AS id FROM jobs INDEXED BY jobs_ready_in
         WHERE state = 'queued' AND held = 0 AND connection_id = ? AND operation = ? AND coalesce(collection_id, '') > ?
         ORDER BY coalesce(collection_id, '') LIMIT 1`,
      connection,
      operation,
      collection,
    )
    return typeof row?.['id'] === 'string' ? row['id'] : undefined
  }
  let best: Row | undefined
  for (
    let collection: string | undefined = '';
    collection !== undefined;
    collection = nextCollection(collection)
  ) {
    if (heldCollections.includes(collection)) continue
    const row = findFirst('jobs_ready_in', "AND coalesce(collection_id, '') = ?", collection)
    if (row && (!best || isSentBefore(row, best))) best = row
  }
  return best
}

/** Whether the job in a row of `jobs` is sent before that of another row. */
export const isSentBefore = (a: Row, b: Row): boolean =>
  a['priority'] === b['priority']
    ? Number(a['rank']) < Number(b['rank'])
    : Number(a['priority']) < Number(b['priority'])
