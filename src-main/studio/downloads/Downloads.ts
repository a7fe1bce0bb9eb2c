import { readdir, rm } from 'node:fs/promises'
import { join, normalize, posix } from 'node:path'
import type { Dispatcher } from 'undici'
import { jobErrors, serviceErrors, storageErrors } from '../../../src-preload/contract/errors.ts'
import { isDiskFull, systemCode } from '../storage/storageFault.ts'
import type { Clock, Log } from '../world.ts'
import { ByteSink } from './ByteSink.ts'
import { bytesSource } from './ByteSource.ts'
import { dataUri } from './dataUri.ts'
import type { DownloadOutcome, StoredFile } from './DownloadOutcome.ts'
import { fetchInto, type Fetched } from './fetchInto.ts'
import { guardedDispatcher } from './guardedDispatcher.ts'
import { inspect, type Expected } from './inspect.ts'
import { measureMedia } from './measureMedia.ts'
import { PartFile } from './PartFile.ts'

const MIB = 1 << 20
/** Most bytes of one file by what is expected. */
const LARGEST = { image: 256 * MIB, media: 8192 * MIB, text: 256 * MIB, inline: 64 * MIB, any: 8192 * MIB }
const LARGEST_INLINE = 64 * MIB
const LARGEST_PREVIEW = 2 * MIB

export interface DownloadRequest {
  url: string
  /** Only for a service that is itself on loopback. */
  allowLoopback: boolean
  expect: Expected
  maxBytes?: number
  signal?: AbortSignal
  /** Told of the file when it is whole and durable, right before it gets its name. */
  announce?: (file: StoredFile) => void
}

export interface Preview {
  mime: string
  data: Uint8Array
}

interface Parts {
  libraryFolder: string
  clock: Clock
  uuid: () => string
  log: Log
  /** Connections for result hosts; the service's own client must not be among them. */
  dispatcherFor?: (allowLoopback: boolean) => Dispatcher | Promise<Dispatcher>
}

/** Fetches results into the library folder: whole, checked and durable, or not at all (design: Downloads). */
export class Downloads {
  readonly #parts: Parts
  readonly #dispatchers = new Map<boolean, Promise<Dispatcher>>()
  /** Parts being written now, relative to the library folder. */
  readonly #underWay = new Set<string>()
  /** Files finished since the start, relative to the library folder. */
  readonly #finished = new Set<string>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Fetches one result. Never throws for what the network, the host or the disk does. */
  async download({
    url,
    allowLoopback,
    expect,
    maxBytes,
    signal,
    announce,
  }: DownloadRequest): Promise<DownloadOutcome> {
    const most = maxBytes ?? LARGEST[expect]
    if (/^data:/i.test(url)) {
      const bytes = dataUri(url, Math.min(most, LARGEST_INLINE))
      if (!bytes) return refused('data_uri')
      return this.saveBytes(bytes, expect)
    }
    const request = { url, allowLoopback, maxBytes: most, signal }
    const fill = async (part: PartFile) =>
      fetchInto(part.sink(most), request, await this.#dispatcher(allowLoopback), this.#parts.clock)
    return this.#save(expect, fill, announce)
  }

  /** Saves a result that came inside an answer; text as UTF-8. */
  saveBytes(content: Uint8Array | string, expect: Expected = 'inline'): Promise<DownloadOutcome> {
    const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content
    return this.#save(expect, async (part) => {
      try {
        await part.write([bytes])
        return { kind: 'whole' }
      } catch (error) {
        return { kind: 'disk', error }
      }
    })
  }

  /** Removes a saved file that turned out not to be wanted. */
  async discard({ path }: StoredFile): Promise<void> {
    await rm(join(this.#parts.libraryFolder, path), { force: true })
  }

  /** A small picture in memory, by URL or `data:` URI; null where it can't be had or is no raster picture. */
  async fetchPreview(url: string, allowLoopback: boolean, signal?: AbortSignal): Promise<Preview | null> {
    const data = /^data:/i.test(url)
      ? dataUri(url, LARGEST_PREVIEW)
      : await this.#fetchSmall({ url, allowLoopback, maxBytes: LARGEST_PREVIEW, signal })
    if (!data) return null
    const found = await inspect(bytesSource(data), 'image')
    return found.verdict === 'good' ? { mime: found.facts.mime, data } : null
  }

  /** Whether a file was finished since the start; its row may be on its way. */
  isFresh(path: string): boolean {
    return this.#finished.has(path)
  }

  /** Deletes what an end in mid-download left behind, and answers how many; to be called once at the start. */
  async removeOrphans(): Promise<number> {
    const { libraryFolder, log } = this.#parts
    const orphans: string[] = []
    // A month at a time: the names of a whole library would fill the memory and hold up the thread.
    for (const year of await namesIn(libraryFolder, /^\d{4}$/))
      for (const month of await namesIn(join(libraryFolder, year), /^\d\d$/)) {
        const parts = await namesIn(join(libraryFolder, year, month), /\.part$/)
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
    await Promise.all([...this.#dispatchers.values()].map(async (dispatcher) => (await dispatcher).destroy()))
  }

  async #fetchSmall(request: Parameters<typeof fetchInto>[1]): Promise<Buffer | null> {
    const kept: Uint8Array[] = []
    const sink = new ByteSink(async (chunks) => void kept.push(...chunks), request.maxBytes)
    const dispatcher = await this.#dispatcher(request.allowLoopback)
    const fetched = await fetchInto(sink, request, dispatcher, this.#parts.clock)
    return fetched.kind === 'whole' ? Buffer.concat(kept) : null
  }

  async #save(
    expect: Expected,
    fill: (part: PartFile) => Promise<Fetched>,
    announce?: (file: StoredFile) => void,
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
      const fetched = await fill(part)
      if (fetched.kind !== 'whole') return this.#noFile(fetched)
      const found = await inspect(part.source(), expect)
      if (found.verdict === 'refused') return refused(found.what)
      if (found.verdict === 'damaged') return failed(serviceErrors.resultDamaged, { what: found.what })
      const path = `${stem}.${found.facts.format}`
      const measured = await measureMedia(join(libraryFolder, draft), found.facts)
      const written = { bytes: part.source().size, sha256: part.sha256() }
      const file: StoredFile = { path, ...written, ...found.facts, ...measured }
      this.#finished.add(path)
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

  #dispatcher(allowLoopback: boolean): Promise<Dispatcher> {
    const known = this.#dispatchers.get(allowLoopback)
    const open = this.#parts.dispatcherFor ?? guardedDispatcher
    const dispatcher = known ?? Promise.resolve(open(allowLoopback))
    this.#dispatchers.set(allowLoopback, dispatcher)
    return dispatcher
  }
}

// The job was done and paid for; only its file is missing.
const refused = (what: string): DownloadOutcome => ({
  kind: 'refused',
  problem: { code: serviceErrors.resultRefused, money: 'charged', params: { what } },
})
const failed = (code: string, params?: Record<string, string | number>): DownloadOutcome => ({
  kind: 'failed',
  problem: { code, money: 'charged', ...(params && { params }) },
})

const namesIn = async (folder: string, pattern: RegExp): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter((name) => pattern.test(name))
