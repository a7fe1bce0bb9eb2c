import type { DiskGuard } from '../../storage/files/DiskGuard.ts'
import { createReadStream } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { inputErrors, jobErrors } from '../../../../src-preload/contract/errors.ts'
import { nonBillingError, StudioError } from '../../../../src-preload/shared/StudioError.ts'
import { MAX_INPUT_BYTES } from '../../../../src-preload/contract/bridge.ts'
import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import { TooLargeError, PartFile } from '../downloads/PartFile.ts'
import type { DetectedFile } from '../downloads/formats/identifyFile.ts'
import { inspectFile } from '../downloads/inspectFile.ts'
import type { PendingDeletions } from '../trash/PendingDeletions.ts'
import { assetRowSchema, toAsset, insertAsset } from '../assets/assetRow.ts'
import type { Database } from '../../storage/database/Database.ts'
import { makeFoldersFor } from '../../storage/files/durableFiles.ts'
import { diskFailedError, isDiskFull, systemErrorCode } from '../../storage/files/storageError.ts'
import type { Clock, Log } from '../../world.ts'
import { toDisplayName } from './displayName.ts'

/** A result or input that a job uses as its input, with its state on disk. */
export type InputFile = Pick<
  Asset,
  'id' | 'kind' | 'format' | 'mime' | 'bytes' | 'width' | 'height' | 'durationMs' | 'name'
> & {
  /** The title of the job that made it or its source; for an uploaded file, the file name. */
  title: string
  /** Absolute path. */
  path: string
  /** Whether the file exists with its recorded size. */
  isPresent: boolean
}

/** The source of a file, read as a stream from disk or from an upload. */
export type InputSource = { path: string } | { stream: AsyncIterable<Uint8Array> }

/** What the window states about a file that it adds as an input. */
export interface InputMetadata {
  /** The file name as the user knows it; only stored as text, never used as a path. */
  name: string
  /** The asset that it was trimmed or cropped from. */
  sourceId?: string | undefined
}

interface Dependencies {
  database: Database
  /** Absolute path. */
  folder: string
  clock: Clock
  uuid: () => string
  log: Log
  /** Checked after a failed write. */
  disk?: Pick<DiskGuard, 'check'>
  pendingDeletions: PendingDeletions
  /** Shared with `UnusedInputs`. */
  mutex: Mutex
  /** Called with every added input and the absolute path of its file. */
  onAdded: (id: string, path: string) => void
  maxBytes?: number
}

/** Input files of jobs, stored by their hash: identical files are stored once, and the original may be moved. */
export class Inputs {
  readonly #dependencies: Dependencies
  readonly #inProgress = new Set<string>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Stores a file. If it fails, nothing is stored. @throws StudioError with a code of `inputErrors` or of `DISK_CODES`. */
  async add(source: InputSource, metadata: InputMetadata): Promise<Asset> {
    const { folder, uuid } = this.#dependencies
    const tempName = `${uuid()}.part`
    this.#inProgress.add(tempName)
    let partFile: PartFile | null = null
    try {
      partFile = await PartFile.create(folder, tempName)
      await this.#writePart(partFile, source)
      const detected = await inspectInput(partFile)
      const completeFile = partFile
      return await this.#dependencies.mutex.run(() => this.#store(completeFile, detected, metadata))
    } catch (error) {
      throw this.#toStudioError(error)
    } finally {
      this.#inProgress.delete(tempName)
      await partFile
        ?.discard()
        .catch((error: unknown) => this.#warn('A part file could not be removed', error))
    }
  }

  /** Deletes incomplete files that a crash left. Call it once at startup. */
  async removeOrphans(): Promise<void> {
    await this.#dependencies.mutex.run(() => this.#dependencies.pendingDeletions.delete(['inputs']))
    const files = await readdir(this.#dependencies.folder).catch(() => [])
    for (const file of files) {
      if (/^[^/\\]+\.part$/.test(file) && !this.#inProgress.has(file))
        await rm(join(this.#dependencies.folder, file), { force: true })
    }
  }

  async #writePart(partFile: PartFile, source: InputSource): Promise<void> {
    const sink = partFile.createSink(this.#dependencies.maxBytes ?? MAX_INPUT_BYTES)
    const stream = 'path' in source ? createReadStream(source.path) : Readable.from(source.stream)
    try {
      await pipeline(stream, sink)
    } catch (error) {
      if (error instanceof TooLargeError) {
        const params = { maxBytes: this.#dependencies.maxBytes ?? MAX_INPUT_BYTES }
        throw new StudioError({ code: inputErrors.tooLarge, money: 'none', params })
      }
      if (sink.writeError !== null) throw sink.writeError
      const code = 'path' in source ? inputErrors.fileMissing : inputErrors.interrupted
      const params = { cause: systemErrorCode(error) ?? 'unknown' }
      throw new StudioError({ code, money: 'none', params })
    }
  }

  async #store(partFile: PartFile, detected: DetectedFile, metadata: InputMetadata): Promise<Asset> {
    const { database, folder, pendingDeletions, onAdded } = this.#dependencies
    const sha256 = partFile.sha256()
    const path = posix.join(sha256.slice(0, 2), `${sha256}.${detected.format}`)
    await makeFoldersFor(folder, path)
    // Until the file has its row, it is listed, so that the next start deletes it if this one ends before.
    if (!database.get("SELECT 1 FROM assets WHERE path = ? AND role = 'input'", path))
      pendingDeletions.add('inputs', path)
    try {
      // Replaces an existing file too, because it has the same bytes or was damaged.
      const { bytes } = await partFile.finish(join(folder, path))
      const asset = database.transaction(() => this.#saveRow(path, { ...detected, bytes, sha256 }, metadata))
      onAdded(asset.id, join(folder, path))
      return asset
    } catch (error) {
      await pendingDeletions
        .delete(['inputs'])
        .catch((cause: unknown) => this.#warn('A file without a row is deleted at the next start', cause))
      throw error
    }
  }

  /** Adds the row of a stored file, or updates it if the same file was added before. */
  #saveRow(
    path: string,
    file: DetectedFile & { bytes: number; sha256: string },
    metadata: InputMetadata,
  ): Asset {
    const { database, clock, uuid, pendingDeletions } = this.#dependencies
    pendingDeletions.cancel('inputs', path)
    const name = toDisplayName(metadata.name)
    const sourceId = this.#idIfExists(metadata.sourceId)
    const row = database.get(
      // Its measurements too, because those of an earlier version may be wrong.
      `UPDATE assets SET name = ?, source_id = coalesce(?, source_id), created_at = ?, kind = ?, mime = ?, width = ?, height = ?,
         duration_ms = ? WHERE path = ? AND role = 'input' RETURNING *`,
      name,
      sourceId,
      clock.now(),
      file.kind,
      file.mime,
      file.width,
      file.height,
      file.durationMs,
      path,
    )
    if (row) return toAsset(assetRowSchema.parse(row))
    const asset: Asset = {
      id: uuid(),
      jobId: null,
      role: 'input',
      ...file,
      createdAt: clock.now(),
      trashedAt: null,
      hasThumb: false,
      name,
      sourceId,
      starredAt: null,
      rating: 0,
    }
    insertAsset(database, asset, path)
    return asset
  }

  #idIfExists(id: string | undefined): string | null {
    if (id === undefined) return null
    return this.#dependencies.database.get('SELECT 1 FROM assets WHERE id = ?', id) ? id : null
  }

  #toStudioError(error: unknown): StudioError {
    if (error instanceof StudioError) return error
    this.#warn('An input could not be stored', error)
    if (isDiskFull(error)) return nonBillingError(jobErrors.diskFull)
    const problem = this.#dependencies.disk?.check() ?? null
    if (problem) return new StudioError(problem)
    return diskFailedError(error)
  }

  #warn(message: string, error: unknown): void {
    this.#dependencies.log.warn(message, { error: systemErrorCode(error) ?? String(error) })
  }
}

/** Detects the kind from the bytes, not from the name: only images, video and audio are inputs. */
async function inspectInput(partFile: PartFile): Promise<DetectedFile> {
  const source = partFile.createSource()
  if (source.size === 0) throw nonBillingError(inputErrors.empty)
  const inspection = await inspectFile(source, 'input')
  if (inspection.kind === 'damaged') throw damagedInputError(inspection.content)
  if (inspection.kind === 'refused') throw unknownInputError(inspection.content)
  return inspection.detected
}

/** `what`: what is wrong with the file. */
export const damagedInputError = (what: string): StudioError =>
  new StudioError({ code: inputErrors.damaged, money: 'none', params: { what } })
/** `what`: what the file is, such as `heic` or `txt`; or `unknown`. */
export const unknownInputError = (what: string): StudioError =>
  new StudioError({ code: inputErrors.unknown, money: 'none', params: { what } })

/** Runs asynchronous work one at a time, in the order of the calls. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve()

  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work)
    this.#last = result.catch(() => {})
    return result
  }
}
