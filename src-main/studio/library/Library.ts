import { join } from 'node:path'
import { libraryErrors } from '../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../src-preload/shared/StudioError.ts'
import type { Asset, AssetDetail, Tile, AssetUse, Viewer } from '../../../src-preload/contract/types/asset.ts'
import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import type { StoredFile } from './downloads/DownloadOutcome.ts'
import type { Emit } from '../events.ts'
import type { InputFile } from './inputs/Inputs.ts'
import type { Database, Row } from '../storage/database/Database.ts'
import { processInSlices } from '../storage/processInSlices.ts'
import type { listNames } from '../storage/files/folders.ts'
import { parseRows, type QuarantineContext } from '../storage/database/parseRows.ts'
import type { Clock, Log } from '../world.ts'
import {
  type AssetRow,
  assetRowSchema,
  toAsset,
  insertAsset,
  TILE_COLUMNS,
  TILE_JOINS,
  chooseViewer,
} from './assets/assetRow.ts'
import { Annotations } from './organize/Annotations.ts'
import { Collections } from './organize/Collections.ts'
import { selectResults, throwIfNone } from './organize/selectResults.ts'
import { Tags } from './organize/Tags.ts'
import { PendingDeletions } from './trash/PendingDeletions.ts'
import type { QueryFunction } from '../storage/workers/QueryTable.ts'
import { Gallery } from './search/Gallery.ts'
import type { listQueries } from './search/listQueries.ts'
import { SavedSearches } from './organize/SavedSearches.ts'
import { FileProblems } from './assets/FileProblems.ts'
import { type CheckedState, FileState, hasFile, replaceFile } from './assets/FileState.ts'
import type { DiskGuard } from '../storage/files/DiskGuard.ts'
import { Lineage, type LineageGraph } from './assets/Lineage.ts'
import { resolveInside } from './assets/resolveInside.ts'
import { writeSidecar } from './assets/Sidecars.ts'
import { readOrigin, type OperationLabels } from './assets/parametersRow.ts'
import { ThumbStore } from './assets/ThumbStore.ts'
import { TrashBin } from './trash/TrashBin.ts'
import { FullTextIndex } from './search/FullTextIndex.ts'
import { listAsUnread } from './meaning/TextVectors.ts'
import { readEdited } from './assets/readEdited.ts'

/** Changes within this time are reported to the windows by one event. */
const NOTIFY_DELAY_MS = 100
/** Rows changed in one transaction. */
const BATCH_SIZE = 100

interface Dependencies {
  database: Database
  folders: { library: string; thumbs: string; inputs: string; found: string }
  clock: Clock
  uuid: () => string
  log: Log
  emit: Emit
  /** Called with the problem of each row that can't be parsed. */
  report?: (problem: Problem) => void
  labels: OperationLabels
  disk: Pick<DiskGuard, 'isDisconnected' | 'requireConnected'>
  /** The viewer of an operation; null for an unknown operation. */
  operationViewer: (id: string) => Viewer | null
  /** Runs a query in the query thread. */
  query: QueryFunction<typeof listQueries>
  /** Waits between two batches of a repair of the search index. By default for 20 ms. */
  pauseRepair?: () => Promise<unknown>
  /** The operations that accept a kind of file as input. */
  usesOf: (kind: Asset['kind'], format: string) => AssetUse[]
}

/** What a new row of `assets` is made from. */
export interface NewAsset {
  jobId: string | null
  role: Asset['role']
  file: StoredFile
  createdAt: number
  /** The name of an imported file. */
  name?: string
  /** Writes related rows before the asset is indexed. */
  attach?: (asset: { id: string; seq: number }) => void
}

/** The results that a call changed. */
interface ChangedIds {
  changed: string[]
}

/** All saved files with their parameters. The window refers to files by asset ids, never by paths. */
export class Library {
  readonly collections: Collections
  readonly tags: Tags
  readonly annotations: Annotations
  readonly searches: SavedSearches
  /** Pages, counts and values of lists of results. */
  readonly gallery: Gallery
  readonly thumbs: ThumbStore
  readonly fileProblems: FileProblems
  readonly #dependencies: Dependencies
  readonly #quarantine: QuarantineContext
  readonly #trash: TrashBin
  readonly #fullTextIndex: FullTextIndex
  readonly #lineage: Lineage
  readonly #fileState: FileState
  /** Results added since the last event. */
  #addedResults = 0
  #isReordered = false
  #cancelNotification: (() => void) | null = null

  constructor(dependencies: Dependencies) {
    const { database, log, clock, report, folders, uuid, query, pauseRepair: pause } = dependencies
    this.#dependencies = dependencies
    this.#quarantine = { database, log, clock, report }
    this.#fileState = new FileState(dependencies)
    const { operationLabel, operationName, fieldLabel } = dependencies.labels
    this.gallery = new Gallery({ context: this.#quarantine, query, operationLabel })
    this.thumbs = new ThumbStore(database, folders.thumbs, uuid)
    this.#trash = new TrashBin({
      database,
      pendingDeletions: new PendingDeletions({ database, folders, log }),
      clock,
      onDeleted: () => this.#notifyChanged(0),
    })
    const textIndex = { database, log, operationName: operationLabel }
    this.#fullTextIndex = new FullTextIndex({ ...textIndex, ...(pause && { pause }) })
    const onChange = (): void => this.#notifyChanged(0)
    this.fileProblems = new FileProblems({ database, fileState: this.#fileState, onChange })
    this.collections = new Collections({ database, clock, uuid, onChange })
    const updateSearchTexts = (ids: readonly string[]): void => this.#fullTextIndex.update(ids)
    this.searches = new SavedSearches({ context: this.#quarantine, uuid, onChange })
    this.tags = new Tags({
      database,
      uuid,
      searches: this.searches,
      updateSearchTexts,
      onChange,
      onRename: (name, newName) => dependencies.emit({ type: 'tag.renamed', name, newName }),
    })
    this.annotations = new Annotations({ database, updateSearchTexts, onChange })
    this.#lineage = new Lineage({
      database,
      tilesById: (ids) => this.tilesById(ids),
      operationName,
      fieldLabel,
    })
  }

  /** Adds the row of a file that is already on disk. For a result, call it in the transaction that sets its job to `saved`. */
  add({ jobId, role, file, createdAt, name, attach }: NewAsset): Asset {
    const { path, ...fileFields } = file
    const initial = {
      trashedAt: null,
      hasThumb: false,
      name: name ?? null,
      sourceId: null,
      starredAt: null,
      rating: 0,
    }
    const asset: Asset = { id: this.#dependencies.uuid(), jobId, role, ...fileFields, createdAt, ...initial }
    const seq = insertAsset(this.#dependencies.database, asset, path)
    if (role === 'result') this.collections.addToJobCollection(seq, jobId)
    attach?.({ id: asset.id, seq })
    this.#fullTextIndex.update([asset.id])
    this.#notifyChanged(role === 'result' ? 1 : 0)
    return asset
  }

  /** The files of each job, results first; jobs without files are left out. */
  assetsByJob(jobIds: string[]): Map<string, Asset[]> {
    const rows = this.#dependencies.database.all(
      `SELECT * FROM assets WHERE job_id IN (SELECT value FROM json_each(?))
         ORDER BY CASE role WHEN 'result' THEN 0 ELSE 1 END, seq`,
      JSON.stringify(jobIds),
    )
    const byJob = new Map<string, Asset[]>()
    for (const row of this.#parse(rows)) {
      if (row.job_id === null) continue
      byJob.set(row.job_id, [...(byJob.get(row.job_id) ?? []), toAsset(row)])
    }
    return byJob
  }

  /** All details of an asset. @throws StudioError `asset_not_found`. */
  assetDetail(id: string): AssetDetail {
    const { labels, operationViewer } = this.#dependencies
    const row = this.#getRow(id)
    const { title, operation, values, parameters, foundParameters } = readOrigin(
      this.#quarantine,
      row,
      labels,
    )
    const siblings = row.job_id === null ? [] : (this.assetsByJob([row.job_id]).get(row.job_id) ?? [])
    return {
      asset: toAsset(row),
      viewer: chooseViewer(row.kind, operation === null ? null : operationViewer(operation)),
      inputs: this.#lineage.readInputs(row.job_id).map(({ field, asset }) => {
        return { field, label: labels.fieldLabel(operation ?? '', field), asset }
      }),
      title: title ?? row.name ?? '',
      alternatives: siblings.filter((asset) => asset.role === 'alternative' && asset.id !== id),
      tags: this.tags.findByAsset(row.seq),
      note: row.note,
      collections: this.collections.findByAsset(row.seq),
      parameters,
      foundParameters,
      spokenText: row.kind === 'audio' && operation !== null ? labels.spokenText(operation, values) : null,
      fileName: row.path,
    }
  }

  /** The sources of an asset and what was made from it. @throws StudioError `asset_not_found`. */
  lineage(id: string): LineageGraph {
    return this.#lineage.readGraph(this.#getRow(id).id)
  }

  /** The operations that accept an asset as input. @throws StudioError `asset_not_found`. */
  listUses(id: string): { uses: AssetUse[] } {
    const { kind, format } = this.#getRow(id)
    return { uses: this.#dependencies.usesOf(kind, format) }
  }

  /** Call it after results were inserted between older ones. */
  announceReordered(): void {
    this.#notifyChanged(0, true)
  }

  /** Rows of `TILE_COLUMNS` as tiles. */
  toTiles(rows: Row[]): Tile[] {
    return this.gallery.toTiles(rows)
  }

  /** Tiles by id, in that order; unknown ids are left out. */
  tilesById(ids: readonly string[]): Tile[] {
    const rows = this.#dependencies.database.all(
      `SELECT ${TILE_COLUMNS} FROM json_each(?) i JOIN assets a ON a.id = i.value ${TILE_JOINS} ORDER BY i.key`,
      JSON.stringify(ids),
    )
    return this.gallery.toTiles(rows)
  }

  /** Updates the search index. Call it in the transaction that changed a text. */
  updateSearchText(id: string): void {
    this.#fullTextIndex.update([id])
    this.#notifyChanged(0)
  }

  /** Repairs the search index if it is incomplete or has an older version. Call it once at startup. */
  repairSearchIndex(onStart?: (results: number) => void): Promise<void> {
    return this.#fullTextIndex.repair(onStart)
  }

  /**
   * Moves results to the trash. Like `restore` and `star`, it returns the changed ones. @throws StudioError `asset_not_found` if none of
   * them exists.
   */
  trash(ids: string[]): Promise<ChangedIds> {
    const trashedAt = this.#trash.nextTrashTime()
    return this.#update(ids, 'trashed_at = ? WHERE id = ? AND trashed_at IS NULL', trashedAt)
  }

  /** Restores results from the trash. */
  restore(ids: string[]): Promise<ChangedIds> {
    return this.#update(ids, 'trashed_at = ? WHERE id = ? AND trashed_at IS NOT NULL', null)
  }

  /** Sets or removes the star of results. */
  star(ids: string[], starred: boolean): Promise<ChangedIds> {
    const change = `starred_at = ? WHERE id = ? AND starred_at IS ${starred ? '' : 'NOT '}NULL`
    return this.#update(ids, change, starred ? this.#dependencies.clock.now() : null)
  }

  /** Deletes results that were moved to the trash at or before this time, while `shouldContinue`. Returns how many. */
  deleteExpired(until: number, shouldContinue: () => boolean): Promise<number> {
    return this.#trash.deleteExpired(until, shouldContinue)
  }

  async emptyTrash(): Promise<{ deleted: number }> {
    return { deleted: await this.#trash.empty() }
  }

  /** Finishes deletions that a crash interrupted. Call it once at startup. */
  resumeDeletions(): Promise<void> {
    return this.#trash.resume()
  }

  /** Deletes incomplete thumbnails that a crash left; returns how many. */
  removeIncompleteThumbs(listInWorker?: typeof listNames): Promise<number> {
    return this.thumbs.removeOrphans(listInWorker)
  }

  /** Absolute path of an asset's file, whether or not it exists; null for an unknown asset. */
  findPath(id: string): string | null {
    const [row] = this.#parse(this.#dependencies.database.all('SELECT * FROM assets WHERE id = ?', id))
    return row ? this.#resolvePath(row) : null
  }

  /** An asset as the input of a job; null for an unknown asset. A missing file is a field of the result, not an error. */
  findInputFile(id: string): InputFile | null {
    const [row] = this.#parse(this.#dependencies.database.all('SELECT * FROM assets WHERE id = ?', id))
    const path = row ? this.#resolvePath(row) : null
    if (!row || path === null) return null
    const { kind, format, mime, bytes, width, height, durationMs, name } = toAsset(row)
    // Nothing is known about the files of a disconnected disk.
    const isPresent = hasFile(path, bytes) || this.#dependencies.disk.isDisconnected()
    const title = this.#lineage.readTitle(id)
    return { id, kind, format, mime, bytes, width, height, durationMs, name, title, path, isPresent }
  }

  /**
   * The file of an asset on disk. @throws StudioError `asset_not_found`; `file_missing` if another program moved or deleted it;
   * `library_disconnected` if the whole library is gone; `disk_failed`.
   */
  async getFile(id: string): Promise<{ path: string; mime: string; bytes: number }> {
    const row = this.#getRow(id)
    return { mime: row.mime, ...(await this.#fileState.find(this.#resolvePath(row), row)) }
  }

  /**
   * Whether the file of an asset still exists unchanged, which is also recorded; `disconnected` if that isn't known, because the whole library
   * is gone. @throws StudioError `asset_not_found`, `disk_failed`.
   */
  async fileState(id: string): Promise<CheckedState | 'disconnected'> {
    const row = this.#getRow(id)
    return this.fileProblems.check(this.#resolvePath(row), row)
  }

  /**
   * Replaces an asset's missing or changed file with a stored copy; a changed one is kept in the folder of found files.
   * @throws StudioError `asset_not_found`, `disk_failed`.
   */
  async restoreFile(id: string, copy: StoredFile): Promise<void> {
    const row = this.#getRow(id)
    const { folders } = this.#dependencies
    const from = join(folders.library, copy.path)
    await replaceFile({ from, to: this.#resolvePath(row), savedAt: row.created_at, folders })
    this.fileProblems.record(id, 'present')
    // The vectors of an embedding were not read while its file was missing.
    listAsUnread(this.#dependencies.database, id)
    this.#notifyChanged(0)
  }

  /** Writes the sidecar next to the file, as `<file>.json`. */
  writeSidecar(id: string): Promise<void> {
    return writeSidecar(this, id, () => readEdited(this.#dependencies.database, id)?.text ?? null)
  }

  close(): void {
    this.#cancelNotification?.()
    this.gallery.close()
    this.#fullTextIndex.close()
    this.#trash.close()
  }

  /** Updates results in batches. @throws StudioError `asset_not_found` if none of them exists. */
  async #update(ids: string[], change: string, value: number | null): Promise<ChangedIds> {
    const { database } = this.#dependencies
    const sql = `UPDATE assets SET ${change} AND role = 'result'`
    const changed: string[] = []
    await processInSlices(database, ids, BATCH_SIZE, (batch) => {
      const updated = database.transaction(() => batch.filter((id) => database.run(sql, value, id) > 0))
      return changed.push(...updated)
    })
    if (changed.length > 0) this.#notifyChanged(0)
    else
      throwIfNone(
        await processInSlices(database, ids, BATCH_SIZE, (batch) => selectResults(database, batch).length),
      )
    return { changed }
  }

  #resolvePath({ role, path }: AssetRow): string | null {
    const { folders } = this.#dependencies
    return resolveInside(role === 'input' ? folders.inputs : folders.library, path)
  }

  #getRow(id: string): AssetRow {
    const [row] = this.#parse(this.#dependencies.database.all('SELECT * FROM assets WHERE id = ?', id))
    if (!row) throw new StudioError({ code: libraryErrors.notFound, money: 'none' })
    return row
  }

  #parse(rows: Row[]): AssetRow[] {
    return parseRows(this.#quarantine, 'assets', rows, assetRowSchema)
  }

  /** Notifies the windows of changes, by one event for all changes within a short time. */
  #notifyChanged(added: number, isReordered = false): void {
    this.#addedResults += added
    this.#isReordered ||= isReordered
    this.#cancelNotification ??= this.#dependencies.clock.after(NOTIFY_DELAY_MS, () => {
      this.#cancelNotification = null
      const reordered = this.#isReordered ? ({ isReordered: true } as const) : {}
      this.#dependencies.emit({ type: 'library.changed', added: this.#addedResults, ...reordered })
      this.#addedResults = 0
      this.#isReordered = false
    })
  }
}
