import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'

const rowSchema = z.object({
  id: z.string(),
  idempotency_key: z.string(),
  state: z.string(),
  attempts: z.int(),
  request_id: z.string().nullable(),
  request: z.string(),
  path: z.string().nullable(),
  sha256: z.string().nullable(),
})
const requestSchema = z.object({ text: z.string() })
const bodySchema = z.object({ prompt: z.string() })

/** A job read directly from the database. */
export interface FoundJob {
  id: string
  idempotencyKey: string
  state: string
  attempts: number
  requestId: string | null
  /** The exact body of its request. */
  body: string
  prompt: string
  /** The saved result. */
  file: { path: string; sha256: string } | null
}

/**
 * Reads a data folder after the studio has exited; `integrity` is the result of SQLite's integrity check, `ok` if
 * intact.
 */
export function readLibrary(dataFolder: string): { integrity: string; jobs: FoundJob[] } {
  const database = new DatabaseSync(join(dataFolder, 'easel.db'))
  try {
    const integrity = String(Object.values(database.prepare('PRAGMA integrity_check').get() ?? {})[0])
    const rows = database
      .prepare(
        `SELECT j.id, idempotency_key, state, attempts, request_id, request, path, sha256 FROM jobs j
           LEFT JOIN assets a ON a.job_id = j.id AND a.role = 'result' ORDER BY j.seq`,
      )
      .all()
    return { integrity, jobs: rows.map(parseJob) }
  } finally {
    database.close()
  }
}

function parseJob(unparsed: unknown): FoundJob {
  const row = rowSchema.parse(unparsed)
  const { text } = requestSchema.parse(JSON.parse(row.request))
  return {
    id: row.id,
    idempotencyKey: row.idempotency_key,
    state: row.state,
    attempts: row.attempts,
    requestId: row.request_id,
    body: text,
    prompt: bodySchema.parse(JSON.parse(text)).prompt,
    file: row.path !== null && row.sha256 !== null ? { path: row.path, sha256: row.sha256 } : null,
  }
}
