import type { Database, Row } from '../../storage/database/Database.ts'

/** Jobs read per slice. */
const JOBS_PER_SLICE = 2000

export interface UnusedInput {
  id: string
  path: string
  bytes: number
  hasThumb: boolean
}

/** Totals of all inputs, and the inputs that no row of the database refers to. */
export interface InputUsage {
  files: number
  bytes: number
  unused: UnusedInput[]
}

/** SQL condition: no job uses the input `a`, no asset was derived from it, and it is neither starred nor in a collection. */
export const UNUSED_CONDITION = `a.role = 'input' AND a.starred_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM job_inputs WHERE asset_id = a.id)
  AND NOT EXISTS (SELECT 1 FROM assets derived WHERE derived.source_id = a.id)
  AND NOT EXISTS (SELECT 1 FROM collection_assets WHERE asset_seq = a.seq)`

/** Finds inputs added up to a time that nothing refers to. Runs in slices, because it reads the parameters of every job. */
export function* findUnusedInputs(
  database: Database,
  { upTo }: { upTo: number },
): Generator<void, InputUsage> {
  const totals = database.get(
    "SELECT count(*) AS files, coalesce(sum(bytes), 0) AS bytes FROM assets WHERE role = 'input'",
  )
  const candidates = database
    .all(
      `SELECT a.id, a.path, a.bytes, a.has_thumb FROM assets a WHERE ${UNUSED_CONDITION} AND a.created_at <= ?`,
      upTo,
    )
    .map(toUnusedInput)
  const referencedIds = yield* findIdsInParameters(
    database,
    candidates.map(({ id }) => id),
  )
  return {
    files: Number(totals?.['files']),
    bytes: Number(totals?.['bytes']),
    unused: candidates.filter(({ id }) => !referencedIds.has(id)),
  }
}

/** Finds ids in the parameters of jobs, which include hidden fields whose files were not sent. */
function* findIdsInParameters(database: Database, ids: readonly string[]): Generator<void, Set<string>> {
  const referencedIds = new Set<string>()
  if (ids.length === 0) return referencedIds
  const last = Number(database.get('SELECT max(seq) AS seq FROM jobs')?.['seq'] ?? 0)
  const idsJson = JSON.stringify(ids)
  for (let from = 0; from <= last; from += JOBS_PER_SLICE) {
    const rows = database.all(
      `SELECT DISTINCT v.value AS id FROM jobs j,
         json_tree(CASE WHEN json_valid(j.form_values) THEN j.form_values ELSE '{}' END) v
         WHERE j.seq > ? AND j.seq <= ? AND v.type = 'text' AND v.value IN (SELECT value FROM json_each(?))`,
      from,
      from + JOBS_PER_SLICE,
      idsJson,
    )
    for (const { id } of rows) referencedIds.add(String(id))
    yield
  }
  return referencedIds
}

const toUnusedInput = (row: Row): UnusedInput => ({
  id: String(row['id']),
  path: String(row['path']),
  bytes: Number(row['bytes']),
  hasThumb: row['has_thumb'] === 1,
})
