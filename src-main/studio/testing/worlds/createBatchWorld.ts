import type { QueueFilter } from '../../../../src-preload/contract/types/queue.ts'
import { onTestFinished } from 'vitest'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { Batch } from '../../../../src-preload/contract/types/batch.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { StudioEvents } from '../../events.ts'
import { Batches } from '../../jobs/batches/Batches.ts'
import { BatchTable } from '../../jobs/batches/BatchTable.ts'
import { Previews } from '../../jobs/batches/Previews.ts'
import { readTable, type TableReader } from '../../jobs/batches/readTable.ts'
import { plainPlan, formsWithDefaults } from '../../jobs/batches/testing.ts'
import { Budgets } from '../../money/Budgets.ts'
import { JobStore } from '../../jobs/store/JobStore.ts'
import { QueueOrder } from '../../jobs/store/QueueOrder.ts'
import { readQueuePage } from '../../jobs/queue/readQueuePage.ts'
import { Collections } from '../../library/organize/Collections.ts'
import { Ledger } from '../../money/spend/Ledger.ts'
import { runAllSlices } from '../../storage/workers/QueryTable.ts'
import { fakeClock } from '../fakeClock.ts'
import { migratedDatabase } from '../migratedDatabase.ts'

/** The price of each row of a batch, in nano-dollars. */
export const PRICE = 10

/** Batches, budgets and the ledger on a real database, without a service. */
export function createBatchWorld() {
  const database = migratedDatabase()
  onTestFinished(() => database.close())
  const clock = fakeClock(Date.UTC(2026, 0, 15, 12))
  const ledger = new Ledger({ database, clock })
  const store = new JobStore({ database, onUnreadableRow: () => {}, onChange: () => {} })
  const order = new QueueOrder(database)
  const problems: Problem[] = []
  const budgets = new Budgets({
    database,
    clock,
    notices: {
      add: (problem) => void problems.push(problem),
      withdraw: (isResolved) => {
        const left = problems.filter((problem) => !isResolved(problem))
        problems.splice(0, problems.length, ...left)
      },
    },
    events: new StudioEvents(),
    timeZone: 'UTC',
  })
  let ids = 0
  const uuid = () => `id-${ids++}`
  const collections = new Collections({ database, clock, uuid, onChange: () => {} })
  const readNow: TableReader = async ({ text, format }) => readTable(text, format)
  const previews = new Previews({
    readTable: readNow,
    drafts: { formsOf: () => formsWithDefaults({ steps: 4 }) },
    quotes: {
      find: () => ({ price: PRICE, quotedAt: clock.now() }),
      isRefused: () => false,
      price: () => Promise.resolve({ state: 'superseded' }),
    },
    store,
    library: { hasFile: () => true },
    limits: { getDailyQuota: () => null },
    uuid,
    random: Math.random,
    clock,
  })
  /** Why jobs are blocked; set by the test. */
  const now: { problem: Problem | null } = { problem: null }
  const batches = new Batches({
    readTable: readNow,
    table: new BatchTable(database),
    previews,
    store,
    ledger,
    clickPolicy: budgets,
    prompts: { record: () => {} },
    order,
    database,
    localHolds: { findHold: () => now.problem && { reason: 'budget', problem: now.problem } },
    serviceHolds: { problemOf: () => null },
    disk: { problem: null },
    events: new StudioEvents(),
    uuid,
    clock,
  })
  /** Enqueues a batch of `count` prompts. */
  const enqueue = async (
    count = 3,
    options: { idempotencyKey?: string; cap?: number; collection?: string } = {},
  ): Promise<Batch> => {
    const axes = [{ field: 'prompt', values: Array.from({ length: count }, (_, n) => `prompt ${n}`) }]
    const draft = { operation: 'txt2img', model: 'test-model', values: {} }
    const { id, total } = await batches.preview({ ...draft, plan: { ...plainPlan, axes } })
    const input = {
      preview: id,
      name: 'Night',
      skip: [],
      total,
      unpriced: false,
      collection: options.collection ?? null,
    }
    return batches.enqueue({
      ...input,
      idempotencyKey: options.idempotencyKey ?? `click-${ids++}`,
      cap: options.cap ?? null,
    })
  }
  const next = () => store.nextQueued(clock.now(), [], [])
  /** Sends the next job, as the submitter would. */
  const send = () => {
    const job = next()
    if (!job) return null
    store.move(job.id, 'sending')
    store.move(job.id, 'running')
    ledger.record(job.id, 'accepted', job.price ?? 0)
    return job
  }
  /** The first page of the queue. */
  const page = (filter: QueueFilter, limit = 500) =>
    runAllSlices(readQueuePage(database, { filter, cursor: null, limit }))
  return {
    database,
    collections,
    clock,
    store,
    order,
    page,
    budgets,
    batches,
    ledger,
    problems,
    now,
    enqueue,
    next,
    send,
  }
}

/** The problem of the StudioError that `work` throws; null if it throws none. */
export const catchProblem = async (work: () => unknown) => {
  try {
    await work()
  } catch (error) {
    if (error instanceof StudioError) return error.problem
    throw error
  }
  return null
}
