import { storageErrors } from '../../../src-preload/contract/errors.ts'
import type { StudioEvent } from '../../../src-preload/contract/events.ts'
import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import { assembleWork } from './createProgress.ts'
import { Batches } from './batches/Batches.ts'
import { BatchTable } from './batches/BatchTable.ts'
import { Grids } from './batches/Grids.ts'
import { Previews } from './batches/Previews.ts'
import type { TableReader } from './batches/readTable.ts'
import { Budgets } from '../money/budgets/Budgets.ts'
import type { Drafts } from './drafts/Drafts.ts'
import { AwaySummary } from './queue/AwaySummary.ts'
import { findSame } from './store/findSame.ts'
import type { JobEngine } from './engine/JobEngine.ts'
import type { JobRecord } from './store/JobRecord.ts'
import type { Jobs } from './Jobs.ts'
import type { JobStore } from './store/JobStore.ts'
import type { LiveJobs } from './poll/LiveJobs.ts'
import { Queue } from './queue/Queue.ts'
import { QueueOrder } from './queue/QueueOrder.ts'
import type { AdmissionPolicy } from './submit/AdmissionPolicy.ts'
import { BatchPrices } from '../money/quotes/BatchPrices.ts'
import { Requotes } from '../money/quotes/Requotes.ts'
import type { Notices } from '../app/Notices.ts'
import type { Queries } from '../threads/queries.ts'
import { availableForBulk } from '../money/quotes/DailyQuota.ts'
import type { QuoteService } from '../money/quotes/QuoteService.ts'
import type { RateLimits } from '../service/rate-limits/RateLimits.ts'
import type { Settings } from '../app/Settings.ts'
import type { Ledger } from '../money/spend/Ledger.ts'
import type { Database } from '../storage/Database.ts'
import { DiskGuard } from '../storage/DiskGuard.ts'
import type { Ask } from '../storage/QueryTable.ts'
import type { StudioTasks } from '../threads/tasks.ts'
import type { WorkerPool } from '../storage/WorkerPool.ts'
import type { World } from '../world.ts'

interface Parts {
  world: Pick<World, 'clock' | 'uuid' | 'random' | 'dataFolder' | 'log'>
  workers: Pick<WorkerPool<StudioTasks>, 'run'>
  database: Database
  store: JobStore
  live: LiveJobs
  ledger: Ledger
  quotes: QuoteService
  drafts: Drafts
  settings: Settings
  emit: (event: StudioEvent) => void
  notices: Notices
  limits: RateLimits
  /** Whether a result's file is where it was saved. */
  isThere: (assetId: string) => boolean
  ask: Ask<Queries>
  /** Whether the database is known to be intact; nothing is sent before. */
  isSound: () => boolean
  /** Created after these, because it checks with them before it sends. */
  later: () => { engine: JobEngine; jobs: Jobs }
}

/** Batches, budgets, limits and the order of sending, put together; a part of `createStudio`. */
export function assembleQueue(parts: Parts) {
  const {
    world,
    workers,
    database,
    store,
    live,
    ledger,
    quotes,
    drafts,
    emit,
    notices,
    limits,
    isThere,
    ask,
    later,
  } = parts
  const { clock, uuid, random, dataFolder, log } = world
  const transaction = <T>(work: () => T): T => database.transaction(work)
  const report = (problem: Problem): void => notices.add(problem)
  const onChange = (): void => emit({ type: 'queue.changed' })
  const order = new QueueOrder(database)
  const disk = new DiskGuard({
    folder: dataFolder,
    clock,
    log,
    report,
    onChange: (hasRoom) => {
      if (hasRoom) {
        notices.withdraw(({ code }) => code === storageErrors.diskLow)
        later().engine.reconsider()
      }
      onChange()
    },
  })
  const budgets = new Budgets({
    database,
    clock,
    report,
    withdraw: (scope, codes) =>
      notices.withdraw(({ code, params }) => codes.includes(code) && params?.['scope'] === scope),
    onChange: () => {
      later().engine.budgetsChanged()
      onChange()
    },
  })
  const readTable: TableReader = (given) => workers.run('readTable', given)
  const previews = new Previews({
    readTable,
    formsOf: (operation) => drafts.formsOf(operation),
    findQuote: (key) => quotes.find(key),
    requestPrice: (request) => quotes.price(request),
    findSame: (prepared) => findSame(database, prepared, isThere)?.kind ?? null,
    remainingRequests: (connectionId) => availableForBulk(limits.quota({ kind: 'price', connectionId })),
    uuid,
    random,
    clock,
  })
  const record = ledger.recordAll.bind(ledger)
  const table = new BatchTable(database)
  const batches = new Batches({
    table,
    readTable,
    previews,
    insert: (intent) => store.insert(intent),
    record: (id) => ledger.recordBatch(id),
    checkBudgets: (wanted) => budgets.check(wanted),
    hold: (id, held) => order.hold(id, held),
    blockReason: (connectionId, collection, operation) =>
      disk.problem ??
      later().engine.standing(connectionId, collection)?.problem ??
      later().engine.heldBy(connectionId, operation),
    transaction,
    send: (connectionId, operation) => later().engine.send(connectionId, operation),
    onChange,
    uuid,
    clock,
  })
  const queue = new Queue({
    database,
    order,
    cancel: (id) => store.move(id, 'cancelled', { finishedAt: clock.now(), waitsUntil: null }),
    record,
    readPage: (request) => ask('queue.page', request, request.view),
    readSums: () => ask('queue.sums', undefined),
    show: (ids) => later().jobs.byIds(ids),
    limits: () => limits.list(),
    problem: () => disk.problem,
    transaction,
    send: () => later().engine.send(),
    resumeBatches: () => batches.resumeAll(),
    onChange,
    clock,
  })
  const grids = new Grids({
    database,
    findBatch: (id) => table.find(id),
    formOf: (connectionId, operation, model) => drafts.formOf(connectionId, operation, model),
    live: (id) => ({ progress: live.progress(id), preview: live.previewVersion(id) }),
  })
  const quote = (job: JobRecord) => drafts.priceOf(job)
  const requotes = new Requotes<JobRecord>({
    database,
    find: (id) => store.find(id),
    note: (id, changes) => store.note(id, 'queued', changes),
    quote,
    stopBatch: (id, change) => batches.pauseForPrice(id, change),
    record: ledger.record.bind(ledger),
    transaction,
    send: () => later().engine.reconsider(),
    clock,
    log,
  })
  const batchPrices = new BatchPrices<JobRecord>({
    unsentOf: (id) => order.unsent({ batch: id }).flatMap((job) => store.find(job.id) ?? []),
    quote,
    known: (job) => drafts.knownPriceOf(job),
    bind: (job, bound) => requotes.accept(job, bound),
    checkBudgets: ([job], more) => {
      if (job && more > 0)
        budgets.check({ connectionId: job.connection.id, collectionId: job.collection, prices: [more] })
    },
    transaction,
  })
  const admission: AdmissionPolicy = {
    isPaused: () => queue.paused || !disk.hasRoom() || !parts.isSound(),
    admit: (job) =>
      requotes.admit(job) && batches.admit(job)
        ? (budgets.admit(
            { connectionId: job.connection.id, collectionId: job.collection, price: job.price },
            (whose) => store.sending(whose),
          ) ?? 'send')
        : 'batch',
    waitsForBalance: ({ batch }, { serviceWords }) => batches.pauseForBalance(batch, serviceWords),
    onDiskFull: () => void disk.hasRoom(),
  }
  const watching = assembleWork({ ...parts, table, queue, limits, disk })
  const awaySummary = new AwaySummary({ database, clock, read: (bounds) => ask('queue.away', bounds) })
  const listBatches = async () => batches.list(await ask('batches.list', undefined))
  return {
    budgets,
    batches,
    listBatches,
    requotes,
    batchPrices,
    grids,
    queue,
    awaySummary,
    admission,
    disk,
    ...watching,
  }
}
