import type { RouteOutput } from '../../../src-preload/contract/routes.ts'
import type { Budgets } from '../money/Budgets.ts'
import { BatchPrices } from '../money/quotes/BatchPrices.ts'
import { Requoter } from '../money/quotes/Requoter.ts'
import { Batches } from './batches/Batches.ts'
import { BatchDrafts } from './batches/BatchDrafts.ts'
import { BatchTable } from './batches/BatchTable.ts'
import { Grids } from './batches/Grids.ts'
import { Previews } from './batches/Previews.ts'
import type { TableReader } from './batches/readTable.ts'
import type { JobDependencies } from './JobDependencies.ts'
import type { Drafts } from './drafts/Drafts.ts'
import type { PromptHistory } from './drafts/PromptHistory.ts'
import type { LiveJobs } from './store/LiveJobs.ts'
import { LastSeen } from './queue/LastSeen.ts'
import { Queue } from './queue/Queue.ts'
import { QueueOrder } from './store/QueueOrder.ts'
import { Retries } from './queue/Retries.ts'
import type { JobRecord } from './store/JobRecord.ts'
import type { JobStore } from './store/JobStore.ts'
import type { JobViews } from './store/JobViews.ts'
import type { AdmissionPolicy } from './engineInterfaces.ts'
import type { ServiceHolds } from './submit/ServiceHolds.ts'
import type { LocalHolds } from './submit/LocalHolds.ts'

interface Dependencies extends JobDependencies {
  drafts: Drafts
  prompts: PromptHistory
  store: JobStore
  live: LiveJobs
  views: JobViews
  localHolds: LocalHolds
  serviceHolds: ServiceHolds
  /** Whether the jobs of the last session have been recovered. */
  isRecovered: () => boolean
}

/** The queue with its batches, as the rest of the module uses them. */
export interface JobQueue {
  batches: Batches
  batchTable: BatchTable
  batchDrafts: BatchDrafts
  batchPrices: BatchPrices<JobRecord>
  /** All batches, read in the query thread. */
  listBatches: () => Promise<RouteOutput<'batches.list'>>
  previews: Previews
  grids: Grids
  /** Whether a click may add jobs. @throws StudioError if they couldn't be saved, or if a spending limit doesn't allow them. */
  clickPolicy: Pick<Budgets, 'check'>
  order: QueueOrder
  requoter: Requoter<JobRecord>
  queue: Queue
  retries: Retries
  lastSeen: LastSeen
  admission: AdmissionPolicy
}

/** Batches, the order of sending, new prices of waiting jobs, and the policy that decides whether a job may be sent. */
export function createQueue(dependencies: Dependencies): JobQueue {
  const { world, storage, threads, service, money, library, events } = dependencies
  const { drafts, prompts, store, live, views, localHolds, serviceHolds, isRecovered } = dependencies
  const { clock, uuid, random, log } = world
  const { database, disk } = storage
  const { query, workers, integrity } = threads
  const { quotes, budgets, ledger } = money
  const { limits } = service
  const order = new QueueOrder(database)
  const batchTable = new BatchTable(database)
  const readTable: TableReader = (input) => workers.run('readTable', input)
  const previews = new Previews({
    drafts,
    quotes,
    readTable,
    uuid,
    random,
    clock,
    store,
    library,
    limits,
  })
  const clickPolicy: JobQueue['clickPolicy'] = {
    check: (...costs) => {
      disk.requireWritable()
      budgets.check(...costs)
    },
  }
  const batches = new Batches({
    table: batchTable,
    previews,
    readTable,
    store,
    ledger,
    clickPolicy,
    prompts,
    order,
    localHolds,
    serviceHolds,
    disk,
    database,
    events,
    uuid,
    clock,
  })
  const queue = new Queue({
    database,
    order,
    store,
    ledger,
    query,
    views,
    limits,
    disk,
    batches,
    events,
    clock,
  })
  const grids = new Grids({ database, batches: batchTable, drafts, live })

  const requoter = new Requoter<JobRecord>({
    database,
    jobs: store,
    prices: drafts,
    batches,
    ledger,
    events,
    clock,
    log,
  })
  const batchPrices = new BatchPrices<JobRecord>({
    database,
    jobs: store,
    order,
    prices: drafts,
    batches,
    requoter,
    quotes,
    clock,
  })
  const retries = new Retries({
    database,
    store,
    drafts,
    quotes,
    clickPolicy,
    ledger,
    batches: batchTable,
    order,
    events,
    uuid,
    clock,
  })
  const admission: AdmissionPolicy = {
    isPaused: () => queue.paused || !disk.isReady() || !integrity.isIntact || !isRecovered(),
    admit: (job) => {
      if (!requoter.admit(job) || !batches.admit(job)) return { kind: 'hold-batch' }
      const { connection, collection, price } = job
      const refusal = budgets.admit(
        { connectionId: connection.id, collectionId: collection, price },
        (filter) => store.sumSending(filter),
      )
      return refusal ? { kind: 'hold', scope: refusal.scope, problem: refusal.problem } : { kind: 'send' }
    },
    pauseForBalance: ({ batch }, { serviceMessage }) => batches.pauseForBalance(batch, serviceMessage),
    checkDisk: () => disk.check() === null,
  }
  const lastSeen = new LastSeen({ database, clock, read: (bounds) => query('queue.away_summary', bounds) })
  return {
    batches,
    batchTable,
    clickPolicy,
    previews,
    batchDrafts: new BatchDrafts(database),
    listBatches: async () => batches.list(await query('batches.list', undefined)),
    batchPrices,
    order,
    requoter,
    grids,
    queue,
    retries,
    lastSeen,
    admission,
  }
}
