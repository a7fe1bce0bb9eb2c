import { createHash } from 'node:crypto'
import { storageErrors, libraryErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { AssetDetail } from '../../../../src-preload/contract/types/asset.ts'
import type { ExportOptions, ExportStatus } from '../../../../src-preload/contract/types/export.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { isDiskFull, systemErrorCode } from '../../storage/files/storageError.ts'
import type { Log } from '../../world.ts'
import type { ConvertRequest } from './convert/convertImage.ts'
import type { Embedder } from './embed/Embedder.ts'
import { type ExportFile, type ExportTarget, SourceError } from './ExportTarget.ts'
import { formatCsv, formatJson, type ExportedFile } from './formatMetadata.ts'
import { formatName } from './nameTemplate.ts'
import { readSource } from './readSource.ts'
import { joinName, type FileName } from './safeFileName.ts'

/** Failures listed by name; further ones are only counted. */
const MAX_LISTED_FAILURES = 100

/** Larger images are not converted. Decoded, an image of this size takes 160 MB. */
const MAX_CONVERTED_PIXELS = 40_000_000

/** What exports read from the library. */
export interface ExportLibrary {
  /** @throws StudioError `asset_not_found`. */
  assetDetail: (id: string) => AssetDetail
  /** @throws StudioError `file_missing`. */
  getFile: (id: string) => Promise<{ path: string; bytes: number }>
}

/** Converts an image; null if it must keep its format. */
export type Convert = (request: ConvertRequest) => Promise<Uint8Array<ArrayBuffer> | null>

interface Request {
  ids: readonly string[]
  options: ExportOptions
  /** Name of the folder or archive. */
  target: string
  /** Whether copies get parameters, as chosen at the start. */
  embedsParameters: boolean
}

interface Dependencies {
  library: ExportLibrary
  /** The corrected version of a text; null if there is none. */
  readEditedText: (id: string) => string | null
  embedder: Pick<Embedder, 'prepare'>
  convert: Convert
  /** Reads the total size of files, for the progress. */
  totalBytes: (ids: readonly string[]) => Promise<number>
  now: () => number
  log: Log
  onChange: () => void
}

/** A file that was exported. */
type Copy = Omit<ExportedFile, 'detail'> & { id: string }

/** One export: copies files one after another to a target, and tracks the progress. */
export class ExportRun {
  readonly #request: Request
  readonly #dependencies: Dependencies
  readonly #controller = new AbortController()
  #status: ExportStatus

  constructor(request: Request, dependencies: Dependencies) {
    this.#request = request
    this.#dependencies = dependencies
    this.#status = {
      state: 'waiting',
      files: request.ids.length,
      filesDone: 0,
      bytes: 0,
      bytesDone: 0,
      failures: [],
      failureCount: 0,
      withoutParameters: 0,
      unconverted: 0,
      changed: 0,
      problem: null,
      target: request.target,
    }
  }

  get status(): ExportStatus {
    return { ...this.#status, failures: [...this.#status.failures] }
  }

  /** Aborted when the export is cancelled. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  cancel(): void {
    this.#controller.abort()
    if (this.#status.state === 'waiting') this.#change({ state: 'cancelled' })
  }

  /** Runs the export to its end. Never rejects: `status` has the outcome. */
  async run(openTarget: () => Promise<ExportTarget>): Promise<void> {
    this.#change({ state: 'running' })
    let target: ExportTarget | null = null
    try {
      target = await openTarget()
      this.#change({ bytes: await this.#dependencies.totalBytes(this.#request.ids) })
      await this.#copy(target)
      this.#controller.signal.throwIfAborted()
      await target.finish()
      this.#change({ state: 'done' })
    } catch (error) {
      await target?.discard().catch((reason: unknown) => this.#logFailure(reason))
      const isCancelled = this.#controller.signal.aborted
      if (!isCancelled) this.#logFailure(error)
      this.#change(isCancelled ? { state: 'cancelled' } : { state: 'failed', problem: toProblem(error) })
    }
  }

  async #copy(target: ExportTarget): Promise<void> {
    const { ids, options } = this.#request
    const { readEditedText } = this.#dependencies
    const exported: Copy[] = []
    for (const [index, id] of ids.entries()) {
      const copy = await this.#copyFile(target, id, index + 1)
      if (copy !== null) exported.push(copy)
      this.#change({ filesDone: index + 1 })
    }
    if (exported.length === 0) throw new StudioError({ code: libraryErrors.exportEmpty, money: 'none' })
    const details = (): AsyncGenerator<ExportedFile> => this.#readDetails(exported)
    if (options.csv) await target.add(this.#textFile('csv', formatCsv(details())))
    if (options.json) await target.add(this.#textFile('json', formatJson(details(), readEditedText)))
  }

  /** Returns the copy; null for a file that can't be read, which is left out. */
  async #copyFile(target: ExportTarget, id: string, number: number): Promise<Copy | null> {
    this.#controller.signal.throwIfAborted()
    const { library, embedder } = this.#dependencies
    const { bytesDone } = this.#status
    const { options, ids, embedsParameters } = this.#request
    const nameOf = (detail: AssetDetail): FileName =>
      formatName(options.names, detail, { number, total: ids.length })
    let name = id
    try {
      const original = library.assetDetail(id)
      name = joinName(nameOf(original))
      const { path, bytes } = await library.getFile(id)
      const newFormat = this.#newFormatOf(original)
      const converted = newFormat && (await this.#convert(original, newFormat, path))
      const detail = converted ? inFormat(original, options.format) : original
      let isUnchanged = false
      const source = readSource(converted ?? path, {
        plan: embedsParameters ? embedder.prepare(detail) : null,
        onUnchanged: () => (isUnchanged = true),
        onChunk: (chunkBytes) => {
          this.#controller.signal.throwIfAborted()
          // Progress is counted in bytes of the originals.
          const done = converted ? (chunkBytes / converted.byteLength) * bytes : chunkBytes
          this.#change({ bytesDone: Math.round(this.#status.bytesDone + done) })
        },
      })
      // Only the table needs the hash, which takes time.
      const { content, measure } = options.csv ? measureContent(source) : { content: source, measure: null }
      const added = await target.add({
        name: nameOf(detail),
        modifiedAt: detail.asset.createdAt,
        bytes: converted?.byteLength ?? bytes,
        content,
      })
      const { withoutParameters, unconverted, changed } = this.#status
      if (isUnchanged) this.#change({ withoutParameters: withoutParameters + 1 })
      if (newFormat && !converted) this.#change({ unconverted: unconverted + 1 })
      if (bytes !== original.asset.bytes) this.#change({ changed: changed + 1 })
      return { id, name: added, format: detail.asset.format, measured: measure?.() ?? null }
    } catch (error) {
      const problem = sourceProblem(error)
      if (problem === null) throw error
      const { failures, failureCount } = this.#status
      if (failures.length < MAX_LISTED_FAILURES) failures.push({ name, problem })
      this.#change({ failureCount: failureCount + 1, bytesDone })
      return null
    }
  }

  /** The requested format of an image; null if it already has that format, and for other files. */
  #newFormatOf({ asset: { kind, format } }: AssetDetail): ConvertRequest['to'] | null {
    const { format: to } = this.#request.options
    return to === 'original' || kind !== 'image' || format === to ? null : to
  }

  /** Converts an image; null if it keeps its own format. Rejects at once when the export is cancelled. */
  async #convert(
    { asset: { format: from, width, height } }: AssetDetail,
    to: ConvertRequest['to'],
    path: string,
  ): Promise<Uint8Array<ArrayBuffer> | null> {
    if ((width ?? Infinity) * (height ?? Infinity) > MAX_CONVERTED_PIXELS) return null
    const { quality } = this.#request.options
    const { signal } = this.#controller
    signal.throwIfAborted()
    // A promise for all images would keep every converted image in memory, because it keeps the result of each race.
    const { promise: cancelled, reject } = Promise.withResolvers<never>()
    const cancel = (): void => reject(new Error('The export was cancelled'))
    signal.addEventListener('abort', cancel)
    try {
      return await Promise.race([cancelled, this.#convertFile({ path, from, to, quality })])
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }

  /** Converts a file; null if that is impossible, for example because it is damaged. */
  async #convertFile(request: ConvertRequest): Promise<Uint8Array<ArrayBuffer> | null> {
    try {
      return await this.#dependencies.convert(request)
    } catch (error) {
      this.#logFailure(error)
      return null
    }
  }

  async *#readDetails(exported: readonly Copy[]): AsyncGenerator<ExportedFile> {
    for (const { id, ...copy } of exported) {
      this.#controller.signal.throwIfAborted()
      try {
        yield { ...copy, detail: this.#dependencies.library.assetDetail(id) }
      } catch (error) {
        // Deleted permanently since it was copied.
        if (!(error instanceof StudioError)) throw error
      }
    }
  }

  #textFile(extension: string, content: AsyncIterable<string>): ExportFile {
    return {
      name: { stem: 'easel-export', extension },
      modifiedAt: this.#dependencies.now(),
      bytes: 0,
      content: encode(content),
    }
  }

  #change(change: Partial<ExportStatus>): void {
    this.#status = { ...this.#status, ...change }
    this.#dependencies.onChange()
  }

  #logFailure(error: unknown): void {
    this.#dependencies.log.warn('An export failed', { error })
  }
}

/** The details of a result after its conversion to a format; only images are converted. */
export const inFormat = (detail: AssetDetail, format: ExportOptions['format']): AssetDetail =>
  format === 'original' || detail.asset.kind !== 'image'
    ? detail
    : { ...detail, asset: { ...detail.asset, format } }

/** Text is encoded in pieces of at least this many characters. */
const PIECE_LENGTH = 64 * 1024

async function* encode(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let pending = ''
  for await (const text of texts) {
    pending += text
    if (pending.length < PIECE_LENGTH) continue
    yield Buffer.from(pending)
    pending = ''
  }
  if (pending !== '') yield Buffer.from(pending)
}

/** Why a single file is left out; null for an error that ends the whole export. */
function sourceProblem(error: unknown): Problem | null {
  if (error instanceof SourceError || error instanceof StudioError) return error.problem
  return null
}

/** Why an export failed, such as a target that can't be written. */
function toProblem(error: unknown): Problem {
  if (error instanceof StudioError) return error.problem
  if (isDiskFull(error)) return { code: libraryErrors.exportDiskFull, money: 'none' }
  const cause = systemErrorCode(error)
  return {
    code: cause === null ? storageErrors.diskFailed : libraryErrors.copyFailed,
    money: 'none',
    ...(cause !== null && { params: { cause } }),
  }
}

/** Measures a file while it is read. Call `measure` once, after its last chunk. */
function measureContent(content: ExportFile['content']) {
  const hash = createHash('sha256')
  let bytes = 0
  async function* read(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    for await (const chunk of content) {
      bytes += chunk.byteLength
      hash.update(chunk)
      yield chunk
    }
  }
  return { content: read(), measure: () => ({ bytes, sha256: hash.digest('hex') }) }
}
