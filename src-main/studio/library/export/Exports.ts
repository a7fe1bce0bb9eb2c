import { basename } from 'node:path'
import { boundaryErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { RouteInput, RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { AssetDetail } from '../../../../src-preload/contract/types/asset.ts'
import type { ExportStatus } from '../../../../src-preload/contract/types/export.ts'
import type { Emit } from '../../events.ts'
import type { Database } from '../../storage/database/Database.ts'
import { processInSlices } from '../../storage/processInSlices.ts'
import type { Clock, Log } from '../../world.ts'
import { isFileMissing } from '../assets/FileState.ts'
import type { Media } from '../assets/media.ts'
import type { Embedder } from './embed/Embedder.ts'
import { SourceError } from './ExportTarget.ts'
import { type Convert, type ExportLibrary, ExportRun, inFormat } from './ExportRun.ts'
import { FolderTarget } from './FolderTarget.ts'
import { formatName, unknownFields } from './nameTemplate.ts'
import { PartFiles } from './PartFiles.ts'
import { isUnchanged, streamSource } from './readSource.ts'
import { joinName } from './safeFileName.ts'
import { UniqueNames } from './UniqueNames.ts'
import { readEdited } from '../assets/readEdited.ts'
import { ZipFileTarget, ZipStreamTarget } from './ZipTarget.ts'

/** Progress is reported to the windows at most this often. */
const NOTIFY_INTERVAL_MS = 100
/** Files whose sizes are added up at once, which takes a few milliseconds. */
const IDS_PER_SLICE = 500
/** Ended exports, and exports that wait for their download, whose status is kept. */
const MAX_KEPT_EXPORTS = 20

/** Where an export goes. A host chooses the paths, never a window. `copies` is a folder of the host, for an export that no window shows. */
export type ExportPlace = { kind: 'folder' | 'zip' | 'copies'; path: string } | { kind: 'download' }

interface Dependencies {
  database: Pick<Database, 'get' | 'pause'>
  library: ExportLibrary
  embedder: Pick<Embedder, 'prepare' | 'format'>
  /** Whether the user wants parameters in copies. */
  embedsParameters: () => boolean
  convert: Convert
  /** The template of the last export. */
  nameTemplate: () => string
  /** Folder in which incomplete files are recorded. */
  partRecordsFolder: string
  clock: Clock
  uuid: () => string
  log: Log
  emit: Emit
}

interface Entry {
  run: ExportRun
  place: ExportPlace
  /** Settles at the end of the run. */
  finished: Promise<void>
}

/** Exports of selected results, with file names from the user's template. */
export class Exports {
  readonly #dependencies: Dependencies
  readonly #parts: PartFiles
  readonly #entries = new Map<string, Entry>()
  #cancelNotification: (() => void) | null = null
  #isNotificationDue = false

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    const { partRecordsFolder, uuid, log } = dependencies
    this.#parts = new PartFiles({ records: partRecordsFolder, uuid, log })
  }

  /** Previews the names that the first files of an export would get. */
  previewNames({ ids, total, template, format }: RouteInput<'exports.names'>): RouteOutput<'exports.names'> {
    const unique = new UniqueNames()
    const names = ids.flatMap((id, index) => {
      try {
        const detail = inFormat(this.#dependencies.library.assetDetail(id), format)
        return [unique.add(formatName(template, detail, { number: index + 1, total }))]
      } catch (error) {
        if (error instanceof StudioError) return []
        throw error
      }
    })
    return { names, unknownFields: unknownFields(template) }
  }

  /** The suggested name of an archive, with today's date. */
  archiveName(): string {
    const now = new Date(this.#dependencies.clock.now())
    const pad = (value: number): string => String(value).padStart(2, '0')
    return `easel-${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}.zip`
  }

  /**
   * Starts an export and returns its id; a download starts when its media file is requested. @throws StudioError `invalid_input` for a template
   * with unknown fields.
   */
  start({ ids, options }: RouteInput<'exports.start'>, place: ExportPlace): string {
    if (unknownFields(options.names).length > 0)
      throw new StudioError({ code: boundaryErrors.invalidInput, money: 'none' })
    const { database, library, embedder, embedsParameters, convert, clock, uuid, log } = this.#dependencies
    const uniqueIds = [...new Set(ids)]
    const target = place.kind === 'download' ? this.archiveName() : basename(place.path)
    const run = new ExportRun(
      { ids: uniqueIds, options, target, embedsParameters: embedsParameters() },
      {
        library,
        readEditedText: (id) => readEdited(database, id)?.text ?? null,
        embedder,
        convert,
        log,
        totalBytes: (ids) => this.totalBytes(ids),
        now: () => clock.now(),
        onChange: () => this.#notify(),
      },
    )
    const id = uuid()
    const finished =
      place.kind === 'download'
        ? Promise.resolve()
        : run.run(() =>
            place.kind === 'zip'
              ? ZipFileTarget.open(place.path, this.#parts)
              : FolderTarget.open(place.path, this.#parts),
          )
    this.#removeOld()
    this.#entries.set(id, { run, place, finished })
    return id
  }

  /** The size of the files, without those of deleted results. */
  totalBytes(ids: readonly string[]): Promise<number> {
    const sql = 'SELECT sum(bytes) AS bytes FROM assets WHERE id IN (SELECT value FROM json_each(?))'
    const { database } = this.#dependencies
    return processInSlices(database, ids, IDS_PER_SLICE, (slice) =>
      Number(database.get(sql, JSON.stringify(slice))?.['bytes'] ?? 0),
    )
  }

  /** Exports the original files to a folder, named by the template of the last export. Returns the id of the new export. */
  startCopies(ids: string[], folder: string): string {
    const options = {
      names: this.#dependencies.nameTemplate(),
      as: 'folder',
      format: 'original',
      quality: 90,
      csv: false,
      json: false,
    } as const
    return this.start({ ids, options }, { kind: 'copies', path: folder })
  }

  status(id: string): ExportStatus | null {
    return this.#entries.get(id)?.run.status ?? null
  }

  /** The newest running export that a window shows, so that a reloaded window shows it again. */
  findRunning(): RouteOutput<'exports.running'> {
    const newest = [...this.#entries].findLast(
      ([, { run, place }]) => place.kind !== 'copies' && run.status.state === 'running',
    )
    if (!newest) return null
    const [id, { run, place }] = newest
    return { id, as: place.kind === 'folder' ? 'folder' : 'zip', status: run.status }
  }

  /** Resolves when an export has ended, or at once for a download that hasn't started. */
  async finished(id: string): Promise<void> {
    await this.#entries.get(id)?.finished
  }

  cancel(id: string): void {
    this.#entries.get(id)?.run.cancel()
  }

  /** The folder or archive of an export; null if there is none on this computer. */
  findPath(id: string): string | null {
    const place = this.#entries.get(id)?.place
    return place && place.kind !== 'download' ? place.path : null
  }

  /** The archive of an export that waits for its download. It is written while it is read, and only once. */
  findMedia(id: string): Media | null {
    const entry = this.#entries.get(id)
    if (entry?.place.kind !== 'download' || entry.run.status.state !== 'waiting') return null
    return {
      mime: 'application/zip',
      fileName: entry.run.status.target,
      open: () => {
        const target = new ZipStreamTarget(entry.run.signal, () => entry.run.cancel())
        entry.finished = entry.run.run(() => Promise.resolve(target))
        return target.readable
      },
    }
  }

  /**
   * The name of a copy of one file, and whether it lacks the parameters that the user wants, because the file has metadata of its own or
   * isn't valid. @throws StudioError `asset_not_found`, `file_missing`.
   */
  async describeCopy(id: string): Promise<RouteOutput<'exports.copy'>> {
    const { library, nameTemplate } = this.#dependencies
    const detail = library.assetDetail(id)
    const { path } = await library.getFile(id)
    const plan = this.#plan(detail)
    return {
      name: joinName(formatName(nameTemplate(), detail, { number: 1, total: 1 })),
      withoutParameters: plan !== null && (await isUnchanged(path, plan).catch(rethrowAsStudioError)),
    }
  }

  /** The parameters of a result as text. @throws StudioError `asset_not_found`. */
  parameters(id: string): string {
    const { library, embedder } = this.#dependencies
    return embedder.format(library.assetDetail(id))
  }

  /** A copy of one file for the user, with its parameters if they are wanted; null for a missing file. */
  async findCopy(id: string): Promise<Media | null> {
    const { library, log } = this.#dependencies
    try {
      const detail = library.assetDetail(id)
      const { path, bytes } = await library.getFile(id)
      const { mime } = detail.asset
      const plan = this.#plan(detail)
      if (!plan) return { mime, path, bytes }
      const fileName = joinName(formatName('{id}', detail, { number: 1, total: 1 }))
      const onError = (error: unknown) =>
        log.warn('A copy could not be read', { asset: id, error: String(error) })
      return { mime, fileName, open: () => streamSource(path, plan, onError) }
    } catch (error) {
      if (isFileMissing(error)) return null
      throw error
    }
  }

  /** Removes the incomplete files that a crash left in the user's folders. Call it at startup. */
  async removeLeftovers(): Promise<void> {
    await this.#parts.removeLeftovers()
  }

  /** Cancels running exports and waits until their incomplete files are removed. */
  async close(): Promise<void> {
    for (const { run } of this.#entries.values()) run.cancel()
    await Promise.all([...this.#entries.values()].map(({ finished }) => finished))
    this.#cancelNotification?.()
  }

  /** How to add the parameters to a copy; null if they aren't wanted or nothing would be added. */
  #plan(detail: AssetDetail): ReturnType<Embedder['prepare']> {
    const { embedder, embedsParameters } = this.#dependencies
    return embedsParameters() ? embedder.prepare(detail) : null
  }

  /** Makes space for another export. No window shows copies for the host, so those that have ended are not kept. */
  #removeOld(): void {
    let [waiting, ended] = [0, 0]
    for (const [id, { run, place }] of [...this.#entries].reverse()) {
      const { state } = run.status
      if (state === 'running') continue
      const isWaiting = state === 'waiting'
      const isCopy = place.kind === 'copies' && !isWaiting
      if (isCopy || (isWaiting ? ++waiting : ++ended) >= MAX_KEPT_EXPORTS) this.#entries.delete(id)
    }
  }

  /** Reports the first change at once and later ones together. */
  #notify(): void {
    if (this.#cancelNotification) {
      this.#isNotificationDue = true
      return
    }
    this.#dependencies.emit({ type: 'exports.changed' })
    this.#cancelNotification = this.#dependencies.clock.after(NOTIFY_INTERVAL_MS, () => {
      this.#cancelNotification = null
      if (!this.#isNotificationDue) return
      this.#isNotificationDue = false
      this.#notify()
    })
  }
}

/** Converts a SourceError to a StudioError, the only error whose problem a window receives. */
function rethrowAsStudioError(error: unknown): never {
  throw error instanceof SourceError ? new StudioError(error.problem) : error
}
