import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import type { DownloadOutcome, StoredFile } from '../../library/downloads/DownloadOutcome.ts'
import type { Access, Exchange, WireRequest } from '../../service/http/Exchange.ts'
import type { Budgets } from '../../money/Budgets.ts'
import { PriceChangedError } from '../../money/quotes/PriceChangedError.ts'
import { fakeClock, type FakeClock } from '../../testing/fakeClock.ts'
import type { ResultDownloadOptions } from '../collect/ResultFiles.ts'
import { ServiceHolds } from '../submit/ServiceHolds.ts'
import { LocalHolds } from '../submit/LocalHolds.ts'
import { JobViews } from '../store/JobViews.ts'
import { JobEngine } from './JobEngine.ts'
import { Jobs } from '../Jobs.ts'
import type { PreparedJob } from '../store/newJobs.ts'
import { JobStore } from '../store/JobStore.ts'
import { RateLimits } from '../../service/rate-limits/RateLimits.ts'
import { LiveJobs } from '../store/LiveJobs.ts'
import type { AdmissionPolicy } from '../engineInterfaces.ts'
import { QueueOrder } from '../store/QueueOrder.ts'
import { migratedDatabase } from '../../testing/migratedDatabase.ts'

export const preparedJob: PreparedJob = {
  connection: { id: 'c', name: 'Connection' },
  operation: 'txt2img',
  model: { slug: 'm', name: 'Model' },
  title: 'a prompt',
  values: { prompt: 'a prompt', seed: 7 },
  request: { path: 'txt2img', encoding: 'json', text: '{"prompt":"a prompt"}' },
  price: 4_213_000,
  quotedAt: 1,
  seed: 7,
  width: 64,
  height: 64,
}

export const respondOk = (data: unknown, headers: Record<string, string> = {}): Exchange => ({
  kind: 'response',
  status: 200,
  headers,
  text: '',
  json: { data },
})

export const respondWith = (status: number, headers: Record<string, string> = {}): Exchange => ({
  kind: 'response',
  status,
  headers,
  text: '',
  json: { message: 'words' },
})

export const storedFile: StoredFile = {
  path: '2026/01/a.png',
  bytes: 3,
  sha256: 'x',
  kind: 'image',
  mime: 'image/png',
  format: 'png',
  width: 64,
  height: 64,
  durationMs: null,
}

/** A scripted fake service: its responses to submits, polls and downloads. */
export interface Script {
  submit: (request: WireRequest) => Exchange | Promise<Exchange>
  poll: (path: string) => Exchange | Promise<Exchange>
  /** Whether a probe of an operation succeeds; default: true. */
  probe: (operation: string) => boolean | Promise<boolean>
  download: (url: string, request: ResultDownloadOptions) => DownloadOutcome | Promise<DownloadOutcome>
  /** Whether the disk can be used when a write fails; default: false. */
  isDiskUsable: boolean
  /** Saves a text of a response; null saves it as usual, which is the default. */
  saveText: (text: string) => DownloadOutcome | null
  /** The file that was fully downloaded before the last shutdown or crash, if any. */
  downloadedFile: () => StoredFile | null
  /** Decides whether a job may be sent; default: it may. */
  admit: AdmissionPolicy['admit']
  /** Address and key of the connection; may throw. */
  access: () => Access | Promise<Access>
  /** Whether the user has paused the queue. */
  isPaused: () => boolean
  /** Whether the jobs produce text. */
  makesText: boolean
  /** Whether results may be empty; default: only for text. */
  mayBeEmpty: boolean
  /** Called for every ledger entry; may throw. */
  record: (entry: string, amount: number) => void
  /** The spending limits; default: none. */
  clickPolicy: Pick<Budgets, 'check'>
  /** Called with the assets that were saved. */
  saved: (assets: Asset[]) => void
}

/** State shared across simulated restarts in one test. */
interface Shared {
  clock: FakeClock
  random: () => number
  uuid: () => string
  prepare: () => PreparedJob
  /** Writes the row of a result. */
  addAsset: (asset: Asset) => void
  /** The path of an input in the library; default: unknown. */
  findPath: (assetId: string) => string | null
}

/** The whole engine on a real database, a fake clock and a scripted service. */
export function testEngine(
  script: Partial<Script>,
  database = migratedDatabase(),
  prepared = preparedJob,
  shared: Partial<Shared> = {},
) {
  const clock = shared.clock ?? fakeClock()
  const calls: string[] = []
  const entries: string[] = []
  const saved: Asset[] = []
  const requests: ResultDownloadOptions[] = []
  let ids = 0
  const store = new JobStore({ database, onUnreadableRow: () => {}, onChange: () => {} })
  const access = async (): Promise<Access> =>
    (await script.access?.()) ?? { connectionId: 'c', address: 'https://service.example', key: 'key' }
  const ledger = {
    record: (id: string, entry: string, amount: number) => {
      script.record?.(entry, amount)
      entries.push(`${id} ${entry}`)
    },
  }
  const limits = new RateLimits(clock)
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const live = new LiveJobs({ fetchPreview: () => Promise.resolve(null), onChange: () => {}, log })
  const localHolds = new LocalHolds()
  const serviceHolds = new ServiceHolds({
    store,
    clock,
    log,
    now: () => limits.clock.now(),
    onKeyRefused: () => void calls.push('key refused'),
    onKeyAccepted: () => void calls.push('key accepted'),
  })
  const engine = new JobEngine({
    store,
    live,
    limits,
    localHolds,
    serviceHolds,
    library: { findPath: (assetId) => shared.findPath?.(assetId) ?? null },
    ledger,
    database,
    clock,
    log,
    random: shared.random ?? (() => 0.5),
    admission: {
      isPaused: () => script.isPaused?.() ?? false,
      admit: (job) => script.admit?.(job) ?? { kind: 'send' },
      pauseForBalance: () => false,
      checkDisk: () => {
        calls.push('disk check')
        return script.isDiskUsable ?? false
      },
    },
    service: {
      access,
      post: async (_, request) => {
        calls.push('submit')
        return (await script.submit?.(request)) ?? respondWith(500)
      },
      get: async (_, path) => {
        calls.push('poll')
        return (await script.poll?.(path)) ?? respondWith(500)
      },
      probe: async (job) => {
        calls.push('probe')
        return (await script.probe?.(job.operation)) ?? true
      },
    },
    files: {
      download: async (_, url, request) => {
        calls.push(`download ${url}`)
        requests.push(request)
        return (await script.download?.(url, request)) ?? { kind: 'file', file: storedFile }
      },
      findDownloaded: () => Promise.resolve(script.downloadedFile?.() ?? null),
      wantsAlternatives: () => true,
      onDoubtful: ({ code }) => void calls.push(`doubtful ${code}`),
      onFormatsMissing: (job) => void calls.push(`formats missing ${job.id}`),
      saveText: (text) => {
        calls.push(`inline ${text}`)
        const saved = {
          ...storedFile,
          kind: 'text',
          mime: 'text/plain',
          format: 'txt',
          sha256: text,
        } as const
        return Promise.resolve(script.saveText?.(text) ?? { kind: 'file', file: saved })
      },
      discard: (stored) => {
        calls.push(`discard ${stored.sha256}`)
        return Promise.resolve()
      },
      read: (_, { kind, sha256 }) =>
        Promise.resolve({ kind, text: kind === 'text' ? sha256 : null, vectors: null }),
      makesText: () => script.makesText ?? false,
      mayBeEmpty: () => script.mayBeEmpty ?? script.makesText ?? false,
      isExpected: (_, kind) => kind !== 'other',
      add: (jobId, role, { file: stored, content: { kind } }) => {
        const fresh = {
          trashedAt: null,
          hasThumb: false,
          name: null,
          sourceId: null,
          starredAt: null,
          rating: 0,
        }
        const asset: Asset = { ...stored, kind, id: `asset-${ids++}`, jobId, role, createdAt: 0, ...fresh }
        shared.addAsset?.(asset)
        return asset
      },
      onSaved: (assets) => {
        saved.push(...assets)
        script.saved?.([...assets])
      },
    },
  })
  const libraryStub = {
    assetsByJob: (jobIds: string[]) =>
      new Map(
        jobIds.map((jobId): [string, Asset[]] => [jobId, saved.filter((asset) => asset.jobId === jobId)]),
      ),
    hasFile: () => true,
    addToCollection: (collection: string, assetIds: readonly string[]) =>
      void calls.push(`collect ${assetIds.join(' ')} in ${collection}`),
  }
  const jobs = new Jobs({
    prompts: { record: () => {} },
    store,
    engine,
    ledger,
    database,
    clock,
    views: new JobViews({ store, live, library: libraryStub, catalogue: { find: () => undefined } }),
    drafts: {
      prepare: shared.prepare ?? (() => prepared),
      priceOf: () => Promise.resolve({ state: 'superseded' }),
      // Quoting a shown price of 13 fails with price_changed.
      quoteOf: (_, shown) => {
        if (shown.price === 13) throw new PriceChangedError(13, 14)
        return { price: shown.price, quotedAt: clock.now() }
      },
    },
    requoter: {
      accept: (job, quote) => void store.update(job.id, 'queued', { ...quote, problem: null, held: 0 }),
    },
    clickPolicy: script.clickPolicy ?? { check: () => {} },
    library: libraryStub,
    order: new QueueOrder(database),
    uuid: shared.uuid ?? (() => `job-${ids++}`),
  })
  /** Allows duplicates by default, because all test jobs are identical. */
  const enqueue = (idempotencyKey = `click-${ids++}`, another = true) =>
    jobs.enqueue({ idempotencyKey, operation: 'txt2img', model: 'm', values: {}, quote: null, another })
  return { engine, jobs, store, live, localHolds, requests, clock, database, calls, entries, saved, enqueue }
}
