import { statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { libraryErrors, StudioError } from '../../../src-preload/contract/errors.ts'
import type { Asset, AssetDetail, Tile, AssetUse, Viewer } from '../../../src-preload/contract/types/asset.ts'
import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import type { StoredFile } from './downloads/DownloadOutcome.ts'
import type { Emit } from '../events.ts'
import type { InputFile } from './inputs/InputFile.ts'
import type { Database, Row } from '../storage/database/Database.ts'
import { processInSlices } from '../storage/processInSlices.ts'
import type { listNames } from '../storage/files/listNames.ts'
import { parseRows, type QuarantineContext } from '../storage/database/parseRows.ts'
import { writeFileDurably } from '../storage/files/durableFiles.ts'
import type { Clock, Log } from '../world.ts'
import { type AssetRow, assetRowSchema, toAsset } from './assets/assetRow.ts'
import { Collections } from './collections/Collections.ts'
import { PendingDeletions } from './trash/PendingDeletions.ts'
import { Gallery, type Page, type PageRequest, type ReadPage } from './search/Gallery.ts'
import { insertAsset } from './assets/insertAsset.ts'
import { Lineage } from './assets/Lineage.ts'
import { pathInside } from './assets/pathInside.ts'
import { sidecarText } from './assets/sidecarText.ts'
import { PARAMETER_COLUMNS, parametersRowSchema, toParameters, type Wording } from './assets/parametersRow.ts'
import { ThumbStore } from './assets/ThumbStore.ts'
import { TILE_COLUMNS, TILE_JOINS } from './assets/tileRow.ts'
import { TrashBin } from './trash/TrashBin.ts'
import { viewerOf } from './assets/viewerOf.ts'
import { FullTextIndex } from './search/FullTextIndex.ts'

const NOTIFY_DELAY_MS = 100
/** Rows changed in one transaction. */
const BATCH_SIZE = 100

interface Dependencies {
  database: Database
  folders: { library: string; thumbs: string; inputs: string }
  clock: Clock
  uuid: () => string
  log: Log
  emit: Emit
  /** Called with unreadable rows. */
  report?: (problem: Problem) => void
  wording: Wording
  /** The viewer for results of an operation; null for an unknown operation. */
  operationViewer: (id: string) => Viewer | null
  /** Reads a page in the query thread. Absent if there is no such thread. */
  readPage?: ReadPage
  /** The operations that accept a kind of file as input. */
  usesOf: (kind: Asset['kind'], format: string) => AssetUse[]
}

export interface NewAsset {
  jobId: string | null
  role: Asset['role']
  file: StoredFile
  createdAt: number
}

/** All saved files with their parameters. The window refers to a file by its asset id only. */
export class Library {
  readonly collections: Collections
  readonly #dependencies: Dependencies
  readonly #quarantine: QuarantineContext
  readonly #gallery: Gallery
  readonly #thumbs: ThumbStore
  readonly #trash: TrashBin
  readonly #index: FullTextIndex
  readonly #lineage: Lineage
  readonly #reportedChanges = new Set<string>()
  #added = 0
  #cancelNotification: (() => void) | null = null

  constructor(dependencies: Dependencies) {
    const { database, log, clock, report, folders, uuid } = dependencies
    this.#dependencies = dependencies
    this.#quarantine = { database, log, clock, report }
    this.#gallery = new Gallery(this.#quarantine, dependencies.readPage)
    this.#thumbs = new ThumbStore(database, folders.thumbs, uuid)
    this.#trash = new TrashBin({
      database,
      pendingDeletions: new PendingDeletions({ database, folders, log }),
      clock,
      onDeleted: () => this.#changed(0),
    })
    this.#index = new FullTextIndex(database, log)
    this.collections = new Collections({ database, clock, uuid, onChange: () => this.#changed(0) })
    this.#lineage = new Lineage({ database, tiles: (rows) => this.#gallery.tiles(rows) })
  }

  /** Adds the row of a file that is already on disk. Call it in the transaction that sets its job to `saved`. */
  add({ jobId, role, file, createdAt }: NewAsset): Asset {
    const { kind, mime, format, bytes, width, height, durationMs, sha256 } = file
    const facts = { kind, mime, format, bytes, width, height, durationMs, sha256 }
    const initial = { trashedAt: null, hasThumb: false, name: null, sourceId: null, starredAt: null }
    const asset: Asset = { id: this.#dependencies.uuid(), jobId, role, ...facts, createdAt, ...initial }
    const seq = insertAsset(this.#dependencies.database, asset, file.path)
    if (role === 'result') this.collections.addToJobCollection(seq, jobId)
    this.#index.write(asset.id)
    this.#changed(role === 'result' ? 1 : 0)
    return asset
  }

  /** The files of each job, results first; jobs without files are left out. */
  assetsOf(jobIds: string[]): Map<string, Asset[]> {
    const rows = this.#dependencies.database.all(
      `SELECT * FROM assets WHERE job_id IN (SELECT value FROM json_each(?))
         ORDER BY CASE role WHEN 'result' THEN 0 ELSE 1 END, seq`,
      JSON.stringify(jobIds),
    )
    const found = new Map<string, Asset[]>()
    for (const row of this.#read(rows)) {
      if (row.job_id === null) continue
      const list = found.get(row.job_id) ?? []
      list.push(toAsset(row))
      found.set(row.job_id, list)
    }
    return found
  }

  /** One page of the gallery or the trash, newest first. */
  readonly page = (request: PageRequest): Page => this.#gallery.page(request)

  /** The same, read in the query thread if its cost depends on the history. */
  readonly pageInThread = (request: PageRequest): Promise<Page> => this.#gallery.pageInThread(request)

  /** All details of an asset. @throws StudioError `asset_not_found`. */
  asset(id: string): AssetDetail {
    const { database, wording } = this.#dependencies
    const row = this.#row(id)
    const jobRows = database.all(`SELECT ${PARAMETER_COLUMNS} FROM jobs WHERE id = ?`, row.job_id)
    const [job] = parseRows(this.#quarantine, 'jobs', jobRows, parametersRowSchema)
    const siblings = row.job_id === null ? [] : (this.assetsOf([row.job_id]).get(row.job_id) ?? [])
    return {
      asset: toAsset(row),
      viewer: viewerOf(row.kind, job ? this.#dependencies.operationViewer(job.operation) : null),
      inputs: this.#lineage.inputsOf(row.job_id).map(({ field, asset }) => {
        return { field, label: wording.fieldLabel(job?.operation ?? '', field), asset }
      }),
      title: job?.title ?? row.name ?? '',
      alternatives: siblings.filter((asset) => asset.role === 'alternative' && asset.id !== id),
      collections: this.collections.of(row.seq),
      parameters: job ? toParameters(job, wording) : null,
      fileName: row.path,
    }
  }

  /** The inputs of an asset and the results made from it. @throws StudioError `asset_not_found`. */
  lineage(id: string): { from: Tile[]; made: Tile[] } {
    return this.#lineage.around(toAsset(this.#row(id)))
  }

  uses(id: string): { uses: AssetUse[] } {
    const { kind, format } = this.#row(id)
    return { uses: this.#dependencies.usesOf(kind, format) }
  }

  /** Rows of `TILE_COLUMNS` as tiles. */
  tilesFrom(rows: Row[]): Tile[] {
    return this.#gallery.tiles(rows)
  }

  /** Tiles by id, in that order; unknown ids are left out. */
  tilesOf(ids: readonly string[]): Tile[] {
    const rows = this.#dependencies.database.all(
      `SELECT ${TILE_COLUMNS} FROM json_each(?) i JOIN assets a ON a.id = i.value ${TILE_JOINS} ORDER BY i.key`,
      JSON.stringify(ids),
    )
    return this.#gallery.tiles(rows)
  }

  /** Updates the search index. Call it in the transaction that changed a text. */
  textChanged(id: string): void {
    this.#index.write(id)
    this.#changed(0)
  }

  /** Repairs the search index if it is incomplete. Call it once at startup. */
  repairSearch(): Promise<void> {
    return this.#index.repair()
  }

  /**
   * Moves results to the trash. Like the next two methods: @throws StudioError `asset_not_found` if none of the results exists.
   */
  trash(ids: string[]): Promise<void> {
    const trashedAt = this.#trash.stamp()
    return this.#update(ids, 'trashed_at = ? WHERE id = ? AND trashed_at IS NULL', trashedAt)
  }

  /** Restores results from the trash. */
  restore(ids: string[]): Promise<void> {
    return this.#update(ids, 'trashed_at = ? WHERE id = ? AND trashed_at IS NOT NULL', null)
  }

  /** Sets or removes the star of results. */
  star(ids: string[], starred: boolean): Promise<void> {
    const change = `starred_at = ? WHERE id = ? AND starred_at IS ${starred ? '' : 'NOT '}NULL`
    return this.#update(ids, change, starred ? this.#dependencies.clock.now() : null)
  }

  async emptyTrash(): Promise<{ deleted: number }> {
    return { deleted: await this.#trash.empty() }
  }

  /** Finishes deletions that a crash interrupted. Call it once at startup. */
  finishDeletions(): Promise<void> {
    return this.#trash.finish()
  }

  /** Deletes incomplete thumbnails that a crash left; returns how many. */
  removeIncompleteThumbs(listInWorker?: typeof listNames): Promise<number> {
    return this.#thumbs.removeOrphans(listInWorker)
  }

  /** Absolute path of an asset's file, whether or not it exists; null for an unknown asset. */
  path(id: string): string | null {
    const [row] = this.#read(this.#dependencies.database.all('SELECT * FROM assets WHERE id = ?', id))
    return row ? this.#pathOf(row) : null
  }

  /** An asset as the input of a job; null for an unknown asset. A missing file is a field of the result, not an error. */
  inputFile(id: string): InputFile | null {
    const [row] = this.#read(this.#dependencies.database.all('SELECT * FROM assets WHERE id = ?', id))
    const path = row ? this.#pathOf(row) : null
    if (!row || path === null) return null
    const found = statSync(path, { throwIfNoEntry: false })
    const { kind, format, mime, bytes, width, height, durationMs, name } = toAsset(row)
    const present = found?.isFile() === true && found.size === bytes
    return { id, kind, format, mime, bytes, width, height, durationMs, name, path, present }
  }

  /** The file of an asset on disk. @throws StudioError `file_missing` if another program moved or deleted it. */
  async file(id: string): Promise<{ path: string; mime: string; bytes: number }> {
    const row = this.#row(id)
    const path = this.#pathOf(row)
    const found = path === null ? null : await stat(path).catch(() => null)
    if (path === null || !found?.isFile()) {
      const params = { file: row.path }
      throw new StudioError({ code: libraryErrors.fileMissing, money: 'none', params })
    }
    if (found.size !== row.bytes && !this.#reportedChanges.has(id)) {
      this.#reportedChanges.add(id)
      this.#dependencies.log.warn('A file was changed by another program', {
        asset: id,
        was: row.bytes,
        is: found.size,
      })
    }
    return { path, mime: row.mime, bytes: found.size }
  }

  saveThumb(id: string, webp: Uint8Array): Promise<void> {
    return this.#thumbs.save(id, webp)
  }

  /** The file of the thumbnail; null if there is none yet. */
  thumbPath(id: string): string | null {
    return this.#thumbs.path(id)
  }

  /** Writes the sidecar next to the file, as `<file>.json`. */
  async writeSidecar(id: string): Promise<void> {
    const path = this.path(id)
    if (path !== null) await writeFileDurably(`${path}.json`, sidecarText(this.asset(id)))
  }

  close(): void {
    this.#cancelNotification?.()
    this.#index.close()
    this.#trash.close()
  }

  /** Updates results in batches. A later call for the same results starts after this one. */
  async #update(ids: string[], change: string, value: number | null): Promise<void> {
    const { database } = this.#dependencies
    const sql = `UPDATE assets SET ${change} AND role = 'result'`
    const changed = await processInSlices(ids, BATCH_SIZE, (batch) =>
      database.transaction(() => batch.reduce((n, id) => n + database.run(sql, value, id), 0)),
    )
    if (changed > 0) return this.#changed(0)
    await processInSlices(ids, BATCH_SIZE, (batch) => batch.map((id) => this.#row(id)).length)
  }

  #pathOf({ role, path }: AssetRow): string | null {
    const { folders } = this.#dependencies
    return pathInside(role === 'input' ? folders.inputs : folders.library, path)
  }

  #row(id: string): AssetRow {
    const [row] = this.#read(this.#dependencies.database.all('SELECT * FROM assets WHERE id = ?', id))
    if (!row) throw new StudioError({ code: libraryErrors.notFound, money: 'none' })
    return row
  }

  #read(rows: Row[]): AssetRow[] {
    return parseRows(this.#quarantine, 'assets', rows, assetRowSchema)
  }

  /** Notifies the window once for many changes, after the transaction. */
  #changed(added: number): void {
    this.#gallery.forget()
    this.#added += added
    this.#cancelNotification ??= this.#dependencies.clock.after(NOTIFY_DELAY_MS, () => {
      this.#cancelNotification = null
      this.#dependencies.emit({ type: 'library.changed', added: this.#added })
      this.#added = 0
    })
  }
}
