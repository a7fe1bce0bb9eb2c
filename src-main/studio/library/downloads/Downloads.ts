import { rm } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { join, normalize, posix } from 'node:path'
import type { Dispatcher } from 'undici'
import type { ProblemCode } from '../../../../src-preload/contract/problemCodes.ts'
import { jobErrors, serviceErrors, storageErrors } from '../../../../src-preload/contract/errors.ts'
import { listNames } from '../../storage/files/listNames.ts'
import { isDiskFull, systemErrorCode } from '../../storage/files/storageError.ts'
import type { Clock, Log } from '../../world.ts'
import { ByteSink } from './ByteSink.ts'
import { bytesSource } from './formats/ByteSource.ts'
import { dataUri } from './dataUri.ts'
import type { DownloadOutcome, StoredFile } from './DownloadOutcome.ts'
import { fetchInto, type FetchRequest, type Fetched } from './fetchInto.ts'
import { inspect, type Expected } from './formats/inspect.ts'
import { measureMedia } from './formats/measureMedia.ts'
import { PartFile } from './PartFile.ts'
import { AllowedHosts } from './AllowedHosts.ts'

const MIB = 1 << 20
/** The maximum size of a file by its expected kind. */
const MAX_BYTES: Record<Expected, number> = {
  image: 256 * MIB,
  media: 8192 * MIB,
  text: 256 * MIB,
  inline: 64 * MIB,
  any: 8192 * MIB,
  input: 8192 * MIB,
}
const MAX_INLINE_BYTES = 64 * MIB
const MAX_PREVIEW_BYTES = 2 * MIB
/** After this time, the row of a finished file is written, or never will be. */
const RECENT_MS = 60 * 60_000

export interface DownloadRequest {
  url: string
  /**
   * The URL of the service's response that named the result. A relative `url` is resolved against it, and if the service is on a private
   * network, its results may be there too. Null allows only public hosts.
   */
  from: string | null
  expect: Expected
  maxBytes?: number
  /** The hash of a file that is accepted although its structure looks truncated. */
  acceptTruncated?: string
  signal?: AbortSignal
  /** Called when the file is complete and synced, right before it is renamed to its final name. */
  announce?: (file: StoredFile) => void
}

type FetchTarget = Pick<FetchRequest, 'url' | 'maxBytes' | 'signal'> & Pick<DownloadRequest, 'from'>

export interface Preview {
  mime: string
  data: Uint8Array
}

interface Dependencies {
  libraryFolder: string
  /** Lists a folder with very many files in the query thread. Absent if there is no such thread. */
  listInWorker?: typeof listNames
  clock: Clock
  uuid: () => string
  log: Log
  /** The dispatcher for result hosts; must not be that of the service client. */
  dispatcherFor?: (allowedHosts: AllowedHosts) => Dispatcher | Promise<Dispatcher>
}

/** Downloads results into the library folder. A file is either saved complete, checked and synced, or not at all. */
export class Downloads {
  readonly #dependencies: Dependencies
  /** One for each service, because the allowed hosts depend on the network of the service. */
  readonly #dispatchers = new Map<string, { allowedHosts: AllowedHosts; dispatcher: Promise<Dispatcher> }>()
  /** Part files being written now, relative to the library folder. */
  readonly #inProgress = new Set<string>()
  /** When each recent file was finished, by its path relative to the library folder. Its row may not be written yet. */
  readonly #finished = new Map<string, number>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Downloads one result. Never throws because of the network, the host or the disk. */
  async download({
    url,
    from,
    expect,
    maxBytes,
    signal,
    ...saveOptions
  }: DownloadRequest): Promise<DownloadOutcome> {
    const maxBytesAllowed = Math.min(maxBytes ?? Number.POSITIVE_INFINITY, MAX_BYTES[expect])
    if (/^data:/i.test(url)) {
      const bytes = dataUri(url, Math.min(maxBytesAllowed, MAX_INLINE_BYTES))
      if (!bytes) return refused('data_uri')
      return this.saveBytes(bytes, expect)
    }
    return this.#save(
      expect,
      (sink) => this.#fetch({ url, from, maxBytes: maxBytesAllowed, signal }, sink),
      maxBytesAllowed,
      saveOptions,
    )
  }

  /** Saves a result that was part of a response; text as UTF-8. */
  saveBytes(content: Uint8Array | string, expect: Expected = 'inline'): Promise<DownloadOutcome> {
    const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content
    const fill = async (sink: ByteSink): Promise<Fetched> => {
      try {
        await sink.writeAll(bytes)
        return { kind: 'complete', isFramed: true }
      } catch (error) {
        return { kind: 'disk', error }
      }
    }
    return this.#save(expect, fill, bytes.length)
  }

  /** Deletes a saved file that is not needed. */
  async discard({ path }: StoredFile): Promise<void> {
    this.#finished.delete(path)
    await rm(join(this.#dependencies.libraryFolder, path), { force: true })
  }

  /** A small image in memory, by URL or `data:` URI; null if it can't be fetched or isn't a raster image. */
  async fetchPreview(url: string, from: string | null, signal?: AbortSignal): Promise<Preview | null> {
    const data = /^data:/i.test(url)
      ? dataUri(url, MAX_PREVIEW_BYTES)
      : await this.#fetchSmall({ url, from, maxBytes: MAX_PREVIEW_BYTES, signal })
    if (!data) return null
    const found = await inspect(bytesSource(data), 'image')
    return found.verdict === 'good' ? { mime: found.facts.mime, data } : null
  }

  /** Whether a file was finished recently, so that its row may not be written yet. */
  isFresh(path: string): boolean {
    return this.#finished.has(path)
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

  async #fetchSmall(request: FetchTarget): Promise<Buffer | null> {
    const received: Uint8Array[] = []
    const sink = new ByteSink(async (chunks) => void received.push(...chunks), request.maxBytes)
    return (await this.#fetch(request, sink)).kind === 'complete' ? Buffer.concat(received) : null
  }

  async #fetch({ from, ...request }: FetchTarget, sink: ByteSink): Promise<Fetched> {
    const { allowedHosts, dispatcher } = this.#dispatcherFor(from)
    return fetchInto(
      sink,
      { ...request, base: from, allowedHosts },
      await dispatcher,
      this.#dependencies.clock,
    )
  }

  async #save(
    expect: Expected,
    fill: (sink: ByteSink) => Promise<Fetched>,
    maxBytesAllowed: number,
    { announce, acceptTruncated }: Pick<DownloadRequest, 'announce' | 'acceptTruncated'> = {},
  ): Promise<DownloadOutcome> {
    const { libraryFolder, clock, uuid } = this.#dependencies
    const now = new Date(clock.now())
    const [year, month, day] = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) =>
      String(part).padStart(2, '0'),
    )
    const stem = posix.join(`${year}`, `${month}`, `${year}-${month}-${day}-${uuid()}`)
    const draft = normalize(`${stem}.part`)
    this.#inProgress.add(draft)
    let part: PartFile | null = null
    try {
      part = await PartFile.begin(join(libraryFolder, draft))
      const fetched = await fill(part.sink(maxBytesAllowed))
      if (fetched.kind !== 'complete') return this.#outcomeOf(fetched)
      const found = await inspect(part.source(), expect)
      if (found.verdict === 'refused') return refused(found.what)
      const content = { bytes: part.source().size, sha256: part.sha256() }
      const { facts } = found
      if (!facts || (found.verdict === 'damaged' && acceptTruncated !== content.sha256)) {
        const outcome = failed(serviceErrors.resultDamaged, {
          what: found.verdict === 'damaged' ? found.what : '',
        })
        return fetched.isFramed && facts ? { ...outcome, sha256: content.sha256 } : outcome
      }
      if (!fetched.isFramed && !(found.verdict === 'good' && found.isComplete)) {
        const second = await verifyBySecondDownload(fill, content, maxBytesAllowed)
        if (second.kind !== 'complete') return this.#outcomeOf(second)
      }
      const path = `${stem}.${facts.format}`
      const measured = await measureMedia(join(libraryFolder, draft), facts)
      const file: StoredFile = { path, ...content, ...facts, ...measured }
      this.#remember(path)
      await part.finish(join(libraryFolder, path), () => announce?.(file))
      part = null
      return { kind: 'file', file }
    } catch (error) {
      return this.#diskFault(error)
    } finally {
      this.#inProgress.delete(draft)
      await part?.discard().catch((error: unknown) => this.#warn('A part file could not be removed', error))
    }
  }

  /** Remembers a finished file and forgets the oldest ones, which come first. */
  #remember(path: string): void {
    const now = this.#dependencies.clock.now()
    for (const [oldPath, finishedAt] of this.#finished) {
      if (now - finishedAt < RECENT_MS) break
      this.#finished.delete(oldPath)
    }
    this.#finished.set(path, now)
  }

  #outcomeOf(fetched: Exclude<Fetched, { kind: 'complete' }>): DownloadOutcome {
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
        return refused(fetched.what)
      case 'failed':
        return failed(fetched.code, fetched.params)
      case 'disk':
        return this.#diskFault(fetched.error)
    }
  }

  #diskFault(error: unknown): DownloadOutcome {
    this.#warn('A result could not be written', error)
    if (isDiskFull(error)) {
      return { kind: 'disk_full', problem: { code: jobErrors.diskFull, money: 'charged' } }
    }
    return failed(storageErrors.diskFailed, { cause: systemErrorCode(error) ?? String(error) })
  }

  #warn(message: string, error: unknown): void {
    this.#dependencies.log.warn(message, { error: systemErrorCode(error) ?? String(error) })
  }

  #dispatcherFor(from: string | null): { allowedHosts: AllowedHosts; dispatcher: Promise<Dispatcher> } {
    const service = from === null ? '' : new URL(from).origin
    const cached = this.#dispatchers.get(service)
    if (cached) return cached
    const allowedHosts = new AllowedHosts(service === '' ? null : service)
    const open = this.#dependencies.dispatcherFor ?? guardedDispatcher
    const entry = { allowedHosts, dispatcher: Promise.resolve(open(allowedHosts)) }
    this.#dispatchers.set(service, entry)
    return entry
  }
}

/** If neither HTTP nor the file shows that it is complete, two identical downloads do. */
async function verifyBySecondDownload(
  fill: (sink: ByteSink) => Promise<Fetched>,
  first: { bytes: number; sha256: string },
  maxBytesAllowed: number,
): Promise<Fetched> {
  const hash = createHash('sha256')
  const sink = new ByteSink(async (chunks) => chunks.forEach((chunk) => hash.update(chunk)), maxBytesAllowed)
  const fetched = await fill(sink)
  if (fetched.kind !== 'complete') return fetched
  const isSame = sink.bytes === first.bytes && hash.digest('hex') === first.sha256
  return isSame ? fetched : { kind: 'failed', code: serviceErrors.resultDamaged, params: { what: 'cut' } }
}

// The job was completed and charged; only its file is missing.
const refused = (what: string): DownloadOutcome => ({
  kind: 'refused',
  problem: { code: serviceErrors.resultRefused, money: 'charged', params: { what } },
})
const failed = (
  code: ProblemCode,
  params?: Record<string, string | number>,
): Extract<DownloadOutcome, { kind: 'failed' }> => ({
  kind: 'failed',
  problem: { code, money: 'charged', ...(params && { params }) },
})

/** HTTP dispatcher for result files: no credentials, no automatic redirects, and only allowed addresses. */
async function guardedDispatcher(allowedHosts: AllowedHosts): Promise<Dispatcher> {
  const { Agent } = await import('undici')
  return new Agent({
    connections: 8,
    headersTimeout: 0,
    bodyTimeout: 0,
    // With HTTP/1.1 a truncated body can be detected.
    allowH2: false,
    connect: { timeout: 15_000, lookup: allowedHosts.lookup },
  })
}
