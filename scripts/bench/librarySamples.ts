import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Ids and search words from a seeded library, as inputs for routes. */
export interface LibrarySamples {
  /** Results from the whole history, oldest first. */
  assets: string[]
  /** Images made from a prompt. */
  prompted: string[]
  /** The newest 5,000 results, for routes that take many ids. */
  newest: string[]
  jobCount: number
  /** Cursors between jobs, as pages return them. */
  jobCursors: string[]
  /** Cursors between results. */
  resultCursors: string[]
  texts: string[]
  embeddings: string[]
  jobs: string[]
  batches: string[]
  /** Newest batches with unsent jobs. */
  openBatches: string[]
  /** Largest first. */
  collections: string[]
  failed: string[]
  queued: string[]
  uncertain: string[]
  unsaved: string[]
  /** The most frequent word in the titles of the newest 5,000 jobs, one of medium frequency, and one that doesn't occur. */
  searchWords: { common: string; middle: string; none: string }
  days: { first: string; last: string }
}

/** Number of samples of a kind. */
const SAMPLES = 60

export function readLibrarySamples(dataFolder: string): LibrarySamples {
  const database = new DatabaseSync(join(dataFolder, 'easel.db'), { readOnly: true })
  const list = (sql: string, ...values: (string | number)[]): string[] =>
    database
      .prepare(sql)
      .all(...values)
      .map((row) => String(Object.values(row)[0]))
  try {
    const [maxSeq = '1'] = list('SELECT max(seq) FROM assets')
    // Also for jobs, whose sequence numbers have about the same range.
    const seqs = Array.from({ length: SAMPLES }, (_, n) => Math.ceil(((n + 1) * Number(maxSeq)) / SAMPLES))
    const at = (sql: string) => seqs.flatMap((seq) => list(sql, seq))
    const inState = (state: string, count: number) =>
      list(
        "SELECT id FROM jobs WHERE state = ? AND connection_id = 'sandbox' ORDER BY seq LIMIT ?",
        state,
        count,
      )
    const [firstDay = '', lastDay = ''] = list(
      "SELECT date(min(at) / 1000, 'unixepoch') FROM ledger UNION ALL SELECT date(max(at) / 1000, 'unixepoch') FROM ledger",
    )
    const words = list('SELECT title FROM jobs ORDER BY seq DESC LIMIT 5000').flatMap((text) =>
      text.split(' '),
    )
    const ranked = [...Map.groupBy(words, (word) => word)].toSorted(([, a], [, b]) => b.length - a.length)
    return {
      assets: at(
        "SELECT id FROM assets WHERE seq >= ? AND role = 'result' AND trashed_at IS NULL ORDER BY seq LIMIT 1",
      ),
      prompted: at(
        "SELECT a.id FROM assets a JOIN jobs j ON j.id = a.job_id WHERE a.seq >= ? AND a.role = 'result' AND a.trashed_at IS NULL AND j.operation = 'txt2img' ORDER BY a.seq LIMIT 1",
      ),
      newest: list(
        "SELECT id FROM assets WHERE role = 'result' AND trashed_at IS NULL ORDER BY seq DESC LIMIT 5000",
      ),
      jobCount: Number(list('SELECT count(*) FROM jobs')[0]),
      jobCursors: seqs.map(String),
      resultCursors: at(
        "SELECT created_at || '/' || seq FROM assets WHERE seq >= ? AND role = 'result' ORDER BY seq LIMIT 1",
      ),
      texts: list('SELECT asset_id FROM asset_texts ORDER BY rowid DESC LIMIT 20'),
      embeddings: list('SELECT asset_id FROM asset_vectors ORDER BY rowid DESC LIMIT 20'),
      jobs: at("SELECT id FROM jobs WHERE seq >= ? AND state = 'saved' ORDER BY seq LIMIT 1"),
      batches: list('SELECT id FROM batches ORDER BY seq LIMIT 20'),
      openBatches: list(
        "SELECT id FROM batches WHERE EXISTS (SELECT 1 FROM jobs WHERE batch_id = batches.id AND state = 'queued') ORDER BY seq DESC LIMIT 20",
      ),
      collections: list('SELECT id FROM collections ORDER BY assets DESC'),
      failed: inState('failed', SAMPLES),
      queued: inState('queued', 1000),
      uncertain: inState('uncertain', SAMPLES),
      unsaved: inState('unsaved', SAMPLES),
      searchWords: {
        common: ranked[0]?.[0] ?? '',
        middle: ranked[Math.floor(ranked.length / 2)]?.[0] ?? '',
        none: 'zzzzzzzz',
      },
      days: { first: firstDay, last: lastDay },
    }
  } finally {
    database.close()
  }
}
