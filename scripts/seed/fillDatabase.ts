import { copyFileSync, linkSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { toIndexedText } from '../../src-main/studio/library/search/searchQuery.ts'
import { INDEX_VERSION } from '../../src-main/studio/library/search/FullTextIndex.ts'
import { relativeThumbPath } from '../../src-main/studio/library/assets/ThumbStore.ts'
import { type JobRecord, jobColumns } from '../../src-main/studio/jobs/store/JobRecord.ts'
import { columnsOf, toRow } from '../../src-main/studio/storage/database/columns.ts'
import type { Database } from '../../src-main/studio/storage/database/Database.ts'
import { type Extent, createId, planJobs, type SeedJob, type SeedState } from './planJobs.ts'
import type { SeedFile } from './seedFiles.ts'

const PER_TRANSACTION = 5000
/** Values of `spend_sums.quarter` for the sum over all time, and for the sum over all sessions. */
const ALL_TIME = -1
const ALL_SESSIONS = -2
const QUARTER_HOUR_MS = 900_000
/** Time from the creation of a job to its acceptance. */
const ACCEPT_MS = 300

/** The last ledger entry of a job, by state. */
const LAST_ENTRY: Record<SeedState, 'accepted' | 'refunded' | 'released' | 'uncertain' | null> = {
  saved: 'accepted',
  failed: 'refunded',
  cancelled: 'released',
  rejected: 'released',
  closed: 'uncertain',
  queued: null,
  uncertain: 'uncertain',
  vanished: 'accepted',
  unsaved: 'accepted',
}
const ENDED: readonly SeedState[] = ['saved', 'failed', 'cancelled', 'rejected', 'closed']
const SENT: readonly SeedState[] = ['saved', 'failed', 'closed', 'uncertain', 'vanished', 'unsaved']

const JOB_COLUMNS = columnsOf(jobColumns)
/** The columns of `jobs` that a seed sets. The others get the defaults of the table. */
type SeedRecord = Omit<JobRecord, 'seq' | 'status' | 'waitsUntil' | 'account' | 'held' | 'label'>

interface FillOptions {
  database: Database
  folders: { library: string; inputs: string; thumbs: string }
  extent: Extent
  files: SeedFile[]
  now: number
  onProgress: (jobs: number) => void
}

/** Values that triggers normally maintain per row, computed once for all rows. */
const SUMS = `
UPDATE asset_totals SET (assets, bytes) = (SELECT count(*), coalesce(sum(bytes), 0) FROM assets
  WHERE role = 'result' AND (trashed_at IS NOT NULL) = asset_totals.trashed);
UPDATE collections SET (assets, bytes) = (SELECT count(*), coalesce(sum(a.bytes), 0)
  FROM collection_assets c JOIN assets a ON a.seq = c.asset_seq
  WHERE c.collection_id = collections.id AND a.trashed_at IS NULL);
UPDATE tags SET assets = (SELECT count(*) FROM asset_tags WHERE tag_id = tags.id);
INSERT INTO spend_cells
  SELECT l.at / ${QUARTER_HOUR_MS}, l.entry, j.connection_id, j.operation, j.model_slug, coalesce(j.batch_id, ''),
    coalesce(j.collection_id, ''), count(*), sum(l.amount)
  FROM (SELECT job_id, max(id) AS id FROM ledger GROUP BY job_id) last JOIN ledger l ON l.id = last.id
    JOIN jobs j ON j.id = l.job_id
  WHERE l.entry <> 'released' GROUP BY 1, 2, 3, 4, 5, 6, 7;
`

/** Writes the history of a library in large transactions. Indexes, triggers and sums are created at the end. */
export function fillDatabase({ database, folders, extent, files, now, onProgress }: FillOptions): void {
  database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF;
    PRAGMA cache_size = -400000; PRAGMA temp_store = MEMORY`)
  const setAutomerge = (segments: number) =>
    database.exec(`INSERT INTO asset_words (asset_words, rank) VALUES ('automerge', ${segments})`)
  setAutomerge(4)
  const schema = database
    .all("SELECT type, name, sql FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL")
    .map(({ type, name, sql }) => ({ type: String(type), name: String(name), sql: String(sql) }))
  for (const { type, name } of schema) database.exec(`DROP ${type} ${name}`)
  const writer = new Writer(database, folders)
  database.transaction(() => writer.begin(extent, files, now))
  const jobs = planJobs(extent, files, now)
  for (let done = 0; done < extent.jobs; done += PER_TRANSACTION) {
    database.transaction(() => {
      for (let n = 0; n < PER_TRANSACTION; n++) {
        const { value } = jobs.next()
        if (value) writer.write(value)
      }
    })
    onProgress(Math.min(extent.jobs, done + PER_TRANSACTION))
  }
  database.transaction(() => {
    writer.end()
    for (const { type, sql } of schema) if (type === 'index') database.exec(sql)
    database.exec(SUMS)
    for (const { type, sql } of schema) if (type === 'trigger') database.exec(sql)
  })
  setAutomerge(0)
  database.exec('PRAGMA journal_mode = WAL')
}

/** Ids of consecutive results begin differently, so that their thumbnails are in different folders, as with random ids. */
const createAssetId = (n: number): string =>
  `${(n % 256).toString(16).padStart(2, '0')}${createId('asset', n).slice(2)}`

class Writer {
  readonly #database: Database
  readonly #folders: FillOptions['folders']
  readonly #createdFolders = new Set<string>()
  readonly #sidecars = new Map<string, string>()
  /** The latest copy of each file that has reached the maximum number of links. */
  readonly #copies = new Map<string, string>()
  readonly #sums = new Map<string, number>()
  #assets = 0

  constructor(database: Database, folders: FillOptions['folders']) {
    this.#database = database
    this.#folders = folders
  }

  begin({ batches, collections, tags, inputs }: Extent, files: SeedFile[], now: number): void {
    const database = this.#database
    const connect = 'INSERT INTO connections (id, name, address, kind, created_at) VALUES (?, ?, ?, ?, ?)'
    database.run(connect, 'sandbox', 'Sandbox', '', 'sandbox', now)
    database.run(connect, 'seed-work', 'Work', 'http://127.0.0.1:9', 'remote', now)
    // The queue is paused, so that nothing is sent.
    database.run("INSERT OR REPLACE INTO queue_marks (name, value) VALUES ('paused', 1), ('seen', ?)", now)
    for (let n = 0; n < collections; n++)
      database.run(
        'INSERT INTO collections (id, name, name_key, created_at) VALUES (?1, ?2, name_key(?2), ?3)',
        createId('collection', n),
        `Collection ${n + 1}`,
        now,
      )
    for (let n = 0; n < tags; n++)
      database.run(
        'INSERT INTO tags (id, name, name_key) VALUES (?1, ?2, name_key(?2))',
        n + 1,
        `Tag ${n + 1}`,
      )
    database.run("INSERT INTO library_marks VALUES ('search_index_version', ?)", INDEX_VERSION)
    for (let n = 0; n < batches; n++)
      database.run(
        `INSERT INTO batches (id, idempotency_key, name, state, connection_id, operation, axes, created_at, end_reported)
           VALUES (?, ?, ?, 'running', 'sandbox', 'txt2img', '[]', ?, 1)`,
        createId('batch', n),
        createId('batchKey', n),
        `Batch ${n + 1}`,
        now - (batches - n) * 60_000,
      )
    const images = files.filter(({ kind }) => kind === 'image')
    for (let n = 0; n < inputs; n++) {
      const file = images[n % images.length]
      if (file)
        this.#asset({
          id: createId('input', n),
          job: null,
          role: 'input',
          file,
          at: now,
          path: `se/seed-${n}.${file.format}`,
        })
    }
  }

  write(job: SeedJob): void {
    const { id, state, at, price, tookMs, file, prompt } = job
    const isSent = SENT.includes(state)
    const endedAt = at + tookMs
    const isText = file.kind === 'text'
    const values = { prompt, seed: job.n, ...(isText ? {} : { width: file.width, height: file.height }) }
    const hasRequestId = isSent && state !== 'uncertain' && state !== 'closed'
    const record: SeedRecord = {
      id,
      idempotencyKey: job.idempotencyKey,
      batch: job.batch === null ? null : createId('batch', job.batch),
      replaces: job.replaces === null ? null : createId('job', job.replaces),
      connection: job.connection,
      operation: job.operation,
      model: job.model,
      title: prompt,
      values,
      request: {
        path: job.operation,
        encoding: 'json',
        text: JSON.stringify({ ...values, model: job.model.slug }),
      },
      state,
      price,
      quotedAt: at,
      seed: job.n,
      width: file.width,
      height: file.height,
      requestId: hasRequestId ? createId('request', job.n) : null,
      problem: state === 'failed' || state === 'unsaved' ? { code: 'job_failed', money: 'refunded' } : null,
      attempts: isSent ? 1 : 0,
      createdAt: at,
      sentAt: isSent ? at : null,
      acceptedAt: isSent ? at + ACCEPT_MS : null,
      doneAt: state === 'saved' ? endedAt : null,
      finishedAt: ENDED.includes(state) ? endedAt : null,
      priority: job.batch === null ? 0 : 1,
      rank: job.n + 1,
      collection: job.collection === null ? null : createId('collection', job.collection),
    }
    const row = { ...toRow({ ...record }, JOB_COLUMNS), request_hash: createId('requestHash', job.n) }
    this.#database.run(
      `INSERT INTO jobs (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row)
        .map(() => '?')
        .join(', ')})`,
      ...Object.values(row),
    )
    this.#addLedgerEntries(job)
    if (job.input !== null)
      this.#database.run(
        'INSERT INTO job_inputs VALUES (?, 0, ?, ?)',
        id,
        'image',
        createId('input', job.input),
      )
    if (state === 'saved') this.#save(job, endedAt)
  }

  /** Writes the sums that the studio updates with each ledger entry. */
  end(): void {
    for (const [key, amount] of this.#sums) {
      const [scope = '', kind = '', quarter] = key.split(' ')
      this.#database.run('INSERT INTO spend_sums VALUES (?, ?, ?, ?)', scope, kind, Number(quarter), amount)
    }
  }

  #addLedgerEntries({ id, at, state, price, connection, collection, batch }: SeedJob): void {
    const entry = 'INSERT INTO ledger (job_id, entry, amount, at) VALUES (?, ?, ?, ?)'
    const last = LAST_ENTRY[state]
    this.#database.run(entry, id, 'quoted', price, at)
    if (state === 'failed') this.#database.run(entry, id, 'accepted', price, at + ACCEPT_MS)
    if (last) this.#database.run(entry, id, last, price, at + ACCEPT_MS)
    if (last !== null && last !== 'accepted' && last !== 'uncertain') return
    const scopes = ['all', `connection:${connection.id}`]
    if (collection !== null) scopes.push(`collection:${createId('collection', collection)}`)
    const kind = last === null ? 'unsent' : 'used'
    const add = (scope: string, quarter: number) => {
      const key = `${scope} ${kind} ${quarter}`
      this.#sums.set(key, (this.#sums.get(key) ?? 0) + price)
    }
    for (const scope of [...scopes, ...(batch === null ? [] : [`batch:${createId('batch', batch)}`])])
      add(scope, ALL_TIME)
    if (last === null) return
    for (const scope of scopes) add(scope, Math.floor((at + ACCEPT_MS) / QUARTER_HOUR_MS))
    add('all', ALL_SESSIONS)
  }

  #save(job: SeedJob, at: number): void {
    const { n, id, file, prompt, collection, tags, note } = job
    const day = new Date(at).toISOString().slice(0, 10)
    const path = `${day.slice(0, 4)}/${day.slice(5, 7)}/${day}-seed${n}.${file.format}`
    const asset = createAssetId(n)
    const seq = this.#asset({ ...job, id: asset, job: id, role: 'result', file, at, path })
    const database = this.#database
    if (file.text !== null)
      database.run('INSERT INTO asset_texts (asset_id, words) VALUES (?, ?)', asset, file.text)
    if (file.mean !== null)
      database.run('INSERT INTO asset_vectors VALUES (?, ?, 1, ?)', asset, file.dimension, file.mean)
    if (collection !== null)
      database.run(
        'INSERT INTO collection_assets VALUES (?, ?, ?)',
        createId('collection', collection),
        seq,
        at,
      )
    for (const tag of tags) database.run('INSERT INTO asset_tags VALUES (?, ?)', seq, tag + 1)
    const facts = [
      note,
      tags.map((tag) => `Tag ${tag + 1}`),
      job.model.name,
      job.model.slug,
      job.operation,
      n,
    ]
    database.run(
      'INSERT INTO asset_words (rowid, title, form, name, body) VALUES (?, ?, ?, ?, ?)',
      seq,
      toIndexedText(prompt),
      toIndexedText(prompt),
      toIndexedText(`${facts.flat().join(' ')} ${createId('request', n)}`),
      file.text,
    )
  }

  #asset(asset: {
    id: string
    job: string | null
    role: 'result' | 'input'
    file: SeedFile
    at: number
    path: string
    starred?: boolean
    trashed?: boolean
    rating?: number
    note?: string
  }): number {
    const { id, job, role, file, at, path, starred = false, trashed = false, rating = 0, note = '' } = asset
    this.#link(
      file,
      join(role === 'input' ? this.#folders.inputs : this.#folders.library, path),
      role === 'result',
    )
    if (file.thumb !== null) this.#linkInto(join(this.#folders.thumbs, relativeThumbPath(id)), file.thumb)
    const seq = ++this.#assets
    this.#database.run(
      `INSERT INTO assets (seq, id, job_id, role, kind, mime, format, path, bytes, sha256, width, height, duration_ms,
         created_at, trashed_at, starred_at, name, has_thumb, rating, note) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      seq,
      id,
      job,
      role,
      file.kind,
      file.mime,
      file.format,
      path,
      file.bytes,
      file.sha256,
      file.width,
      file.height,
      file.durationMs,
      at,
      trashed ? at : null,
      starred ? at : null,
      role === 'input' ? `input ${path}` : null,
      file.thumb === null ? 0 : 1,
      rating,
      note,
    )
    return seq
  }

  /** Creates a hard link, which takes no space, and one for the sidecar. */
  #link({ source }: SeedFile, path: string, hasSidecar: boolean): void {
    this.#linkInto(path, source)
    if (!hasSidecar) return
    const sidecar = this.#sidecars.get(source) ?? `${source}.json`
    if (!this.#sidecars.has(source)) writeFileSync(sidecar, '{"seeded":true}\n')
    this.#sidecars.set(source, sidecar)
    this.#linkInto(`${path}.json`, sidecar)
  }

  #linkInto(path: string, source: string): void {
    const folder = dirname(path)
    if (!this.#createdFolders.has(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.#createdFolders.add(folder)
    const linked = this.#copies.get(source) ?? source
    try {
      linkSync(linked, path)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EMLINK')) throw error
      // ext4 allows 65,000 links per file, so the next ones are to a copy.
      copyFileSync(source, path)
      this.#copies.set(source, path)
    }
  }
}
