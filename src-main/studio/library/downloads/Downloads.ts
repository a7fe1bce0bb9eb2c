import type { DiskGuard } from '../../storage/files/DiskGuard.ts'
import { rm } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { join, normalize, posix } from 'node:path'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Dispatcher } from 'undici'
import {
  jobErrors,
  libraryErrors,
  serviceErrors,
  storageErrors,
} from '../../../../src-preload/contract/errors.ts'
import { listNames } from '../../storage/files/folders.ts'
import { isDiskFull, systemErrorCode } from '../../storage/files/storageError.ts'
import type { Clock, Log } from '../../world.ts'
import { ByteSink, PartFile, TooLargeError } from './PartFile.ts'
import { createByteSource } from './formats/ByteSource.ts'
import { decodeDataUri } from './decodeDataUri.ts'
import { refusedOutcome, TOO_LARGE, type DownloadOutcome, type StoredFile } from './DownloadOutcome.ts'
import { damagedOutcome, failed, fetchInto, type FetchRequest, type FetchOutcome } from './fetchInto.ts'
import { inspectFile, type ExpectedKind, type Inspection } from './inspectFile.ts'
import { AllowedHosts } from './AllowedHosts.ts'
import { DIRECT_ONLY, type FindRoutes } from '../../service/network/routes.ts'

const MIB = 1 << 20
/** The maximum size of a file by its expected kind. */
const MAX_BYTES: Record<ExpectedKind, number> = {
  image: 256 * MIB,
  media: 8192 * MIB,
  text: 256 * MIB,
  inline: 64 * MIB,
  any: 8192 * MIB,
  input: 8192 * MIB,
}
/** Largest file that is copied from the disk. */
export const MAX_COPY_BYTES = MAX_BYTES.input
const MAX_DATA_URI_BYTES = 64 * MIB
const MAX_PREVIEW_BYTES = 2 * MIB
/** A file that was finished longer ago than this has its row by then, or never gets one. */
const RECENT_MS = 60 * 60_000

/** A result to download. */
export interface DownloadRequest {
  url: string
  /**
   * The URL of the service's response that named the result. A relative `url` is resolved against it, and if the service is on a private
   * network, its results may be there too. Null allows only public hosts.
   */
  responseUrl: string | null
  expect: ExpectedKind
  maxBytes?: number
  /** The SHA-256 hash of a file that is accepted although its structure looks truncated. */
  acceptTruncated?: string
  signal?: AbortSignal
  /** Called when the file is complete and synced, right before it is renamed to its final name. */
  onComplete?: (file: StoredFile) => void
}

type FetchTarget = Pick<FetchRequest, 'url' | 'maxBytes' | 'signal'> & Pick<DownloadRequest, 'responseUrl'>
type SaveOptions = Pick<DownloadRequest, 'onComplete' | 'acceptTruncated'>

/** A small image in memory, such as the preview of a running job. */
export interface PreviewImage {
  mime: string
  data: Uint8Array
}

interface Dependencies {
  libraryFolder: string
  /** Checked after a failed write. */
  disk?: Pick<DiskGuard, 'check'>
  /** Lists a folder with very many files in the query thread. Absent if there is no such thread. */
  listInWorker?: typeof listNames
  clock: Clock
  uuid: () => string
  log: Log
  /** Finds the proxies for result hosts; if absent, none is used. */
  findRoutes?: FindRoutes | undefined
  /** Creates the HTTP dispatcher for result hosts. It must not be the dispatcher of the service client. Default: `createDispatcher`. */
  dispatcherFor?: (allowedHosts: AllowedHosts) => Dispatcher | Promise<Dispatcher>
}

/** Downloads results into the library folder. A file is either saved complete, checked and synced, or not at all. */
export class Downloads {
  readonly #dependencies: Dependencies
  /** A dispatcher for each service, because the allowed hosts depend on the network of the service. */
  readonly #dispatchers = new Map<string, { allowedHosts: AllowedHosts; dispatcher: Promise<Dispatcher> }>()
  /** Part files being written now, relative to the library folder. */
  readonly #inProgress = new Set<string>()
  /** When each recently finished file was finished, by its path relative to the library folder. Its row may not be written yet. */
  readonly #recentlyFinished = new Map<string, number>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Downloads one result from a URL or `data:` URI. Never rejects because of the network, the host or the disk. */
  async download({
    url,
    responseUrl,
    expect,
    maxBytes,
    signal,
    ...saveOptions
  }: DownloadRequest): Promise<DownloadOutcome> {
    const maxBytesAllowed = Math.min(maxBytes ?? Number.POSITIVE_INFINITY, MAX_BYTES[expect])
    if (/^data:/i.test(url)) {
      const bytes = decodeDataUri(url, Math.min(maxBytesAllowed, MAX_DATA_URI_BYTES))
      if (!bytes) return refusedOutcome('data_uri')
      return this.saveBytes(bytes, expect, saveOptions)
    }
    return this.#save(
      expect,
      (sink) => this.#fetch({ url, responseUrl, maxBytes: maxBytesAllowed, signal }, sink),
      maxBytesAllowed,
      saveOptions,
    )
  }

  /** Saves a result that was part of a response; text as UTF-8. */
  saveBytes(
    content: Uint8Array | string,
    expect: ExpectedKind = 'inline',
    options: SaveOptions = {},
  ): Promise<DownloadOutcome> {
    const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content
    const writeBody = async (sink: ByteSink): Promise<FetchOutcome> => {
      try {
        await sink.writeAll(bytes)
        return { kind: 'complete', isFramed: true }
      } catch (error) {
        return { kind: 'disk', error }
      }
    }
    return this.#save(expect, writeBody, bytes.length, options)
  }

  /** Saves a copy of a file on disk; by default it must be a file that is accepted as an input. */
  saveCopy(
    path: string,
    {
      signal,
      expect = 'input',
      acceptTruncated,
    }: Partial<Pick<DownloadRequest, 'signal' | 'expect' | 'acceptTruncated'>> = {},
  ): Promise<DownloadOutcome> {
    const writeBody = async (sink: ByteSink): Promise<FetchOutcome> => {
      try {
        await pipeline(createReadStream(path), sink, { ...(signal && { signal }) })
        return { kind: 'complete', isFramed: true }
      } catch (error) {
        if (sink.writeError !== null) return { kind: 'disk', error: sink.writeError }
        if (error instanceof TooLargeError) return { kind: 'refused', reason: TOO_LARGE }
        const params = { cause: systemErrorCode(error) ?? '' }
        return { kind: 'failed', problem: { code: libraryErrors.fileMissing, money: 'charged', params } }
      }
    }
    return this.#save(expect, writeBody, MAX_COPY_BYTES, {
      ...(acceptTruncated !== undefined && { acceptTruncated }),
    })
  }

  /** Call it when the row of a saved file is committed, so that the list of recently finished files stays short. */
  forget({ path }: StoredFile): void {
    this.#recentlyFinished.delete(path)
  }

  /** Deletes a saved file that is not needed. */
  async discard({ path }: StoredFile): Promise<void> {
    this.#recentlyFinished.delete(path)
    await rm(join(this.#dependencies.libraryFolder, path), { force: true })
  }

  /** A small image in memory, by URL or `data:` URI; null if it can't be fetched or isn't a raster image. */
  async fetchPreview(
    url: string,
    responseUrl: string | null,
    signal?: AbortSignal,
  ): Promise<PreviewImage | null> {
    const data = /^data:/i.test(url)
      ? decodeDataUri(url, MAX_PREVIEW_BYTES)
      : await this.#fetchIntoMemory({ url, responseUrl, maxBytes: MAX_PREVIEW_BYTES, signal })
    if (!data) return null
    const inspection = await inspectFile(createByteSource(data), 'image')
    return inspection.kind === 'accepted' ? { mime: inspection.detected.mime, data } : null
  }

  /** Whether a file was finished recently, so that its row may not be written yet. */
  isRecentlyFinished(path: string): boolean {
    return this.#recentlyFinished.has(path)
  }

  /** Deletes part files that a crash left and returns their number. Call it once at startup. */
  async removeOrphans(): Promise<number> {
    const { libraryFolder, log, listInWorker = listNames } = this.#dependencies
    const orphans: string[] = []
    for (const year of await listNames({ folder: libraryFolder, pattern: /^\d{4}$/ }))
      for (const month of await listNames({ folder: join(libraryFolder, year), pattern: /^\d\d$/ })) {
        const parts = await listInWorker({ folder: join(libraryFolder, year, month), pattern: /\.part$/ })
        orphans.push(
          ...parts.map((name) => join(year, month, name)).filter((file) => !this.#inProgress.has(file)),
        )
      }
    for (const file of orphans) await rm(join(libraryFolder, file), { force: true })
    if (orphans.length > 0) log.info('Removed unfinished downloads', { files: orphans.length })
    return orphans.length
  }

  /** Closes every connection. */
  async close(): Promise<void> {
    await Promise.all(
      [...this.#dispatchers.values()].map(async ({ dispatcher }) => (await dispatcher).destroy()),
    )
  }

  async #fetchIntoMemory(request: FetchTarget): Promise<Buffer | null> {
    const received: Uint8Array[] = []
    const sink = new ByteSink(async (chunks) => void received.push(...chunks), request.maxBytes)
    return (await this.#fetch(request, sink)).kind === 'complete' ? Buffer.concat(received) : null
  }

  async #fetch({ responseUrl, ...request }: FetchTarget, sink: ByteSink): Promise<FetchOutcome> {
    const { allowedHosts, dispatcher } = this.#dispatcherFor(responseUrl)
    return fetchInto(
      sink,
      { ...request, base: responseUrl, allowedHosts },
      await dispatcher,
      this.#dependencies.clock,
    )
  }

  /**
   * Saves a body that `writeBody` writes to a sink. If only a second, identical download can show that the body is complete, it is called
   * twice.
   */
  async #save(
    expect: ExpectedKind,
    writeBody: (sink: ByteSink) => Promise<FetchOutcome>,
    maxBytesAllowed: number,
    { onComplete, acceptTruncated }: SaveOptions,
  ): Promise<DownloadOutcome> {
    const { libraryFolder, clock, uuid } = this.#dependencies
    const now = new Date(clock.now())
    const [year, month, day] = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((number) =>
      String(number).padStart(2, '0'),
    )
    const stem = posix.join(`${year}`, `${month}`, `${year}-${month}-${day}-${uuid()}`)
    const tempPath = normalize(`${stem}.part`)
    this.#inProgress.add(tempPath)
    let partFile: PartFile | null = null
    try {
      partFile = await PartFile.create(libraryFolder, tempPath)
      const fetched = await writeBody(partFile.createSink(maxBytesAllowed))
      if (fetched.kind !== 'complete') return this.#toOutcome(fetched)
      const inspection = await inspectFile(partFile.createSource(), expect)
      // No result is a web page: the network asks the user to sign in, or the host shows an error.
      if (fetched.isWebPage && isPlainContent(inspection)) return failed(serviceErrors.signIn)
      if (inspection.kind === 'refused') return refusedOutcome(inspection.content)
      const content = { bytes: partFile.createSource().size, sha256: partFile.sha256() }
      const { detected } = inspection
      const what = inspection.kind === 'damaged' ? inspection.content : null
      if (!detected || (what !== null && acceptTruncated !== content.sha256)) {
        const outcome = damagedOutcome(what ?? 'unknown')
        const received = { sha256: content.sha256, isFramed: fetched.isFramed }
        return detected ? { ...outcome, received } : outcome
      }
      if (!fetched.isFramed && !(inspection.kind === 'accepted' && inspection.isComplete)) {
        const second = await verifyBySecondDownload(writeBody, content, maxBytesAllowed)
        if (second.kind !== 'complete') return this.#toOutcome(second)
      }
      const path = `${stem}.${detected.format}`
      const file: StoredFile = { path, ...content, ...detected }
      this.#recordFinished(path)
      try {
        await partFile.finish(join(libraryFolder, path), () => onComplete?.(file))
      } catch (error) {
        await this.discard(file)
        throw error
      }
      partFile = null
      return { kind: 'file', file, ...(what !== null && { isTruncated: true }) }
    } catch (error) {
      return this.#toDiskOutcome(error)
    } finally {
      this.#inProgress.delete(tempPath)
      await partFile
        ?.discard()
        .catch((error: unknown) => this.#warn('A part file could not be removed', error))
    }
  }

  /** Records a finished file and drops old ones; the map is sorted by age. */
  #recordFinished(path: string): void {
    const now = this.#dependencies.clock.now()
    for (const [oldPath, finishedAt] of this.#recentlyFinished) {
      if (now - finishedAt < RECENT_MS) break
      this.#recentlyFinished.delete(oldPath)
    }
    this.#recentlyFinished.set(path, now)
  }

  #toOutcome(fetched: Exclude<FetchOutcome, { kind: 'complete' }>): DownloadOutcome {
    switch (fetched.kind) {
      case 'expired':
        return {
          kind: 'expired',
          problem: {
            code: serviceErrors.resultExpired,
            money: 'charged',
            params: { status: fetched.status },
          },
        }
      case 'refused':
        return refusedOutcome(fetched.reason)
      case 'failed':
        return fetched
      case 'disk':
        return this.#toDiskOutcome(fetched.error)
    }
  }

  #toDiskOutcome(error: unknown): DownloadOutcome {
    this.#warn('A result could not be written', error)
    if (isDiskFull(error)) {
      return { kind: 'disk', problem: { code: jobErrors.diskFull, money: 'charged' } }
    }
    const problem = this.#dependencies.disk?.check() ?? null
    if (problem) return { kind: 'disk', problem: { ...problem, money: 'charged' } }
    const params = { cause: systemErrorCode(error) ?? String(error) }
    return { kind: 'failed', problem: { code: storageErrors.diskFailed, money: 'charged', params } }
  }

  #warn(message: string, error: unknown): void {
    this.#dependencies.log.warn(message, { error: systemErrorCode(error) ?? String(error) })
  }

  #dispatcherFor(responseUrl: string | null): {
    allowedHosts: AllowedHosts
    dispatcher: Promise<Dispatcher>
  } {
    const service = responseUrl === null ? '' : new URL(responseUrl).origin
    const cached = this.#dispatchers.get(service)
    if (cached) return cached
    const allowedHosts = new AllowedHosts(service === '' ? null : service)
    const { dispatcherFor, findRoutes = async () => DIRECT_ONLY } = this.#dependencies
    const created = dispatcherFor?.(allowedHosts) ?? createDispatcher(allowedHosts, findRoutes)
    const entry = { allowedHosts, dispatcher: Promise.resolve(created) }
    this.#dispatchers.set(service, entry)
    return entry
  }
}

/** Whether a file has none of the formats that the host may have declared wrongly as HTML. */
const isPlainContent = (inspection: Inspection): boolean =>
  inspection.kind === 'refused'
    ? inspection.content === 'html' || inspection.content === 'txt'
    : inspection.detected === null || ['bin', 'txt'].includes(inspection.detected.format)

/** Downloads a body again and compares it, if neither HTTP nor the structure of the file shows that it is complete. */
async function verifyBySecondDownload(
  writeBody: (sink: ByteSink) => Promise<FetchOutcome>,
  first: { bytes: number; sha256: string },
  maxBytesAllowed: number,
): Promise<FetchOutcome> {
  const hash = createHash('sha256')
  const sink = new ByteSink(async (chunks) => chunks.forEach((chunk) => hash.update(chunk)), maxBytesAllowed)
  const fetched = await writeBody(sink)
  if (fetched.kind !== 'complete') return fetched
  const isIdentical = sink.bytes === first.bytes && hash.digest('hex') === first.sha256
  return isIdentical ? fetched : damagedOutcome('cut')
}

/** HTTP dispatcher for result files: no credentials, no automatic redirects, and only allowed addresses, also through a proxy. */
async function createDispatcher(allowedHosts: AllowedHosts, findRoutes: FindRoutes): Promise<Dispatcher> {
  const { RoutedDispatcher } = await import('../../service/network/RoutedDispatcher.ts')
  return new RoutedDispatcher({
    findRoutes,
    // `FetchQueue` limits the concurrent downloads of a host; those that hang must leave sockets for others.
    connections: 128,
    connectTimeoutMs: 15_000,
    lookup: allowedHosts.lookup,
    checkProxiedHost: (host) => allowedHosts.checkProxiedHost(host),
  })
}
