import type { ProblemCode } from '../../../../src-preload/contract/problemCodes.ts'
import { rm } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { join, normalize, posix } from 'node:path'
import type { Dispatcher } from 'undici'
import { jobErrors, serviceErrors, storageErrors } from '../../../../src-preload/contract/errors.ts'
import { namesIn } from '../../storage/namesIn.ts'
import { isDiskFull, systemCode } from '../../storage/storageFault.ts'
import type { Clock, Log } from '../../world.ts'
import { ByteSink } from './ByteSink.ts'
import { bytesSource } from './ByteSource.ts'
import { dataUri } from './dataUri.ts'
import type { DownloadOutcome, StoredFile } from './DownloadOutcome.ts'
import { fetchInto, type FetchRequest, type Fetched } from './fetchInto.ts'
import { guardedDispatcher } from './guardedDispatcher.ts'
import { inspect, type Expected } from './inspect.ts'
import { measureMedia } from './measureMedia.ts'
import { PartFile } from './PartFile.ts'
import { Reach } from './Reach.ts'

const MIB = 1 << 20
/** Most bytes of one file by what is expected. */
const LARGEST: Record<Expected, number> = {
  image: 256 * MIB,
  media: 8192 * MIB,
  text: 256 * MIB,
  inline: 64 * MIB,
  any: 8192 * MIB,
  input: 8192 * MIB,
}
const LARGEST_INLINE = 64 * MIB
const LARGEST_PREVIEW = 2 * MIB
/** By then the row of a finished file is written, or nobody waits for it. */
const FRESH_MS = 60 * 60_000

export interface DownloadRequest {
  url: string
  /**
   * The address of the service's answer that named the result: a relative `url` is relative to it, and where the service is on
   * a private network its results may be there too. Null: only public hosts.
   */
  from: string | null
  expect: Expected
  maxBytes?: number
  /** The hash of a file that is taken though its structure looks cut. */
  acceptCut?: string
  signal?: AbortSignal
  /** Told of the file when it is whole and durable, right before it gets its name. */
  announce?: (file: StoredFile) => void
}

type Wanted = Pick<FetchRequest, 'url' | 'maxBytes' | 'signal'> & Pick<DownloadRequest, 'from'>

export interface Preview {
  mime: string
  data: Uint8Array
}

interface Parts {
  libraryFolder: string
  /** Lists a folder of very many files in the query thread; absent: there is nothing beside it. */
  listBeside?: typeof namesIn
  clock: Clock
  uuid: () => string
  log: Log
  /** Connections for result hosts; the service's own client must not be among them. */
  dispatcherFor?: (reach: Reach) => Dispatcher | Promise<Dispatcher>
}

/** Fetches results into the library folder: whole, checked and durable, or not at all (design: Downloads). */
export class Downloads {
  readonly #parts: Parts
  /** One for each service: what may be dialled depends on where that is. */
  readonly #dispatchers = new Map<string, { reach: Reach; dispatcher: Promise<Dispatcher> }>()
  /** Parts being written now, relative to the library folder. */
  readonly #underWay = new Set<string>()
  /** When each file was finished whose row may be in progress, relative to the library folder. */
  readonly #finished = new Map<string, number>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Fetches one result. Never throws for what the network, the host or the disk does. */
  async download({
    url,
    from,
    expect,
    maxBytes,
    signal,
    ...more
  }: DownloadRequest): Promise<DownloadOutcome> {
    const most = Math.min(maxBytes ?? Number.POSITIVE_INFINITY, LARGEST[expect])
    if (/^data:/i.test(url)) {
      const bytes = dataUri(url, Math.min(most, LARGEST_INLINE))
      if (!bytes) return refused('data_uri')
      return this.saveBytes(bytes, expect)
    }
    return this.#save(expect, (sink) => this.#fetch({ url, from, maxBytes: most, signal }, sink), most, more)
  }

  /** Saves a result that came inside an answer; text as UTF-8. */
  saveBytes(content: Uint8Array | string, expect: Expected = 'inline'): Promise<DownloadOutcome> {
    const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content
    const fill = async (sink: ByteSink): Promise<Fetched> => {
      try {
        await sink.put(bytes)
        return { kind: 'whole', isFramed: true }
      } catch (error) {
        return { kind: 'disk', error }
      }
    }
    return this.#save(expect, fill, bytes.length)
  }

  /** Removes a saved file that turned out not to be wanted. */
  async discard({ path }: StoredFile): Promise<void> {
    this.#finished.delete(path)
    await rm(join(this.#parts.libraryFolder, path), { force: true })
  }

  /** A small image in memory, by URL or `data:` URI; null where it can't be had or is no raster image. */
  async fetchPreview(url: string, from: string | null, signal?: AbortSignal): Promise<Preview | null> {
    const data = /^data:/i.test(url)
      ? dataUri(url, LARGEST_PREVIEW)
      : await this.#fetchSmall({ url, from, maxBytes: LARGEST_PREVIEW, signal })
    if (!data) return null
    const found = await inspect(bytesSource(data), 'image')
    return found.verdict === 'good' ? { mime: found.facts.mime, data } : null
  }

  /** Whether a file was finished just now, so that its row may be in progress. */
  isFresh(path: string): boolean {
    return this.#finished.has(path)
  }

  /** Deletes what an end in mid-download left behind, and returns how many; to be called once at the start. */
  async removeOrphans(): Promise<number> {
    const { libraryFolder, log, listBeside = namesIn } = this.#parts
    const orphans: string[] = []
    for (const year of await namesIn({ folder: libraryFolder, pattern: /^\d{4}$/ }))
      for (const month of await namesIn({ folder: join(libraryFolder, year), pattern: /^\d\d$/ })) {
        const parts = await listBeside({ folder: join(libraryFolder, year, month), pattern: /\.part$/ })
        orphans.push(
          ...parts.map((name) => join(year, month, name)).filter((file) => !this.#underWay.has(file)),
        )
      }
    for (const file of orphans) await rm(join(libraryFolder, file), { force: true })
    if (orphans.length > 0) log.info('Removed unfinished downloads', { files: orphans.length })
    return orphans.length
  }

  /** Ends every connection. */
  async close(): Promise<void> {
    await Promise.all(
      [...this.#dispatchers.values()].map(async ({ dispatcher }) => (await dispatcher).destroy()),
    )
  }

  async #fetchSmall(request: Wanted): Promise<Buffer | null> {
    const kept: Uint8Array[] = []
    const sink = new ByteSink(async (chunks) => void kept.push(...chunks), request.maxBytes)
    return (await this.#fetch(request, sink)).kind === 'whole' ? Buffer.concat(kept) : null
  }

  async #fetch({ from, ...request }: Wanted, sink: ByteSink): Promise<Fetched> {
    const { reach, dispatcher } = this.#way(from)
    return fetchInto(sink, { ...request, base: from, reach }, await dispatcher, this.#parts.clock)
  }

  async #save(
    expect: Expected,
    fill: (sink: ByteSink) => Promise<Fetched>,
    most: number,
    { announce, acceptCut }: Pick<DownloadRequest, 'announce' | 'acceptCut'> = {},
  ): Promise<DownloadOutcome> {
    const { libraryFolder, clock, uuid } = this.#parts
    const now = new Date(clock.now())
    const [year, month, day] = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) =>
      String(part).padStart(2, '0'),
    )
    const stem = posix.join(`${year}`, `${month}`, `${year}-${month}-${day}-${uuid()}`)
    const draft = normalize(`${stem}.part`)
    this.#underWay.add(draft)
    let part: PartFile | null = null
    try {
      part = await PartFile.begin(join(libraryFolder, draft))
      const fetched = await fill(part.sink(most))
      if (fetched.kind !== 'whole') return this.#noFile(fetched)
      const found = await inspect(part.source(), expect)
      if (found.verdict === 'refused') return refused(found.what)
      const written = { bytes: part.source().size, sha256: part.sha256() }
      const { facts } = found
      if (!facts || (found.verdict === 'damaged' && acceptCut !== written.sha256)) {
        const outcome = failed(serviceErrors.resultDamaged, {
          what: found.verdict === 'damaged' ? found.what : '',
        })
        return fetched.isFramed && facts ? { ...outcome, sha256: written.sha256 } : outcome
      }
      if (!fetched.isFramed && !(found.verdict === 'good' && found.isWhole)) {
        const again = await fetchedAgain(fill, written, most)
        if (again.kind !== 'whole') return this.#noFile(again)
      }
      const path = `${stem}.${facts.format}`
      const measured = await measureMedia(join(libraryFolder, draft), facts)
      const file: StoredFile = { path, ...written, ...facts, ...measured }
      this.#remember(path)
      await part.finish(join(libraryFolder, path), () => announce?.(file))
      part = null
      return { kind: 'file', file }
    } catch (error) {
      return this.#diskFault(error)
    } finally {
      this.#underWay.delete(draft)
      await part?.discard().catch((error: unknown) => this.#warn('A part file could not be removed', error))
    }
  }

  /** In the order they were finished: the first ones are the oldest. */
  #remember(path: string): void {
    const now = this.#parts.clock.now()
    for (const [old, at] of this.#finished) {
      if (now - at < FRESH_MS) break
      this.#finished.delete(old)
    }
    this.#finished.set(path, now)
  }

  #noFile(fetched: Exclude<Fetched, { kind: 'whole' }>): DownloadOutcome {
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
    return failed(storageErrors.diskFailed, { cause: systemCode(error) ?? String(error) })
  }

  #warn(message: string, error: unknown): void {
    this.#parts.log.warn(message, { error: systemCode(error) ?? String(error) })
  }

  #way(from: string | null): { reach: Reach; dispatcher: Promise<Dispatcher> } {
    const service = from === null ? '' : new URL(from).origin
    const known = this.#dispatchers.get(service)
    if (known) return known
    const reach = new Reach(service === '' ? null : service)
    const open = this.#parts.dispatcherFor ?? guardedDispatcher
    const way = { reach, dispatcher: Promise.resolve(open(reach)) }
    this.#dispatchers.set(service, way)
    return way
  }
}

/** Neither HTTP nor the file tells whether all of it came: two downloads that are alike do. */
async function fetchedAgain(
  fill: (sink: ByteSink) => Promise<Fetched>,
  first: { bytes: number; sha256: string },
  most: number,
): Promise<Fetched> {
  const hash = createHash('sha256')
  const sink = new ByteSink(async (chunks) => chunks.forEach((chunk) => hash.update(chunk)), most)
  const fetched = await fill(sink)
  if (fetched.kind !== 'whole') return fetched
  const isSame = sink.bytes === first.bytes && hash.digest('hex') === first.sha256
  return isSame ? fetched : { kind: 'failed', code: serviceErrors.resultDamaged, params: { what: 'cut' } }
}

// The job was done and paid for; only its file is missing.
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
