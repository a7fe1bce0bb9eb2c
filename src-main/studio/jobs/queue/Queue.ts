import type { RouteInput, RouteOutput } from '../../../../src-preload/contract/routes.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { QueueSummary, SelectionSummary } from '../../../../src-preload/contract/types/queue.ts'
import { MAX_IDS } from '../../../../src-preload/constraints/limits.ts'
import type { StudioEvents } from '../../events.ts'
import { addMoney, cappedSumSql } from '../../money/spend/SpendSums.ts'
import type { Ledger } from '../../money/spend/Ledger.ts'
import type { RateLimits } from '../../service/rate-limits/RateLimits.ts'
import type { Database } from '../../storage/database/Database.ts'
import type { DiskGuard } from '../../storage/files/DiskGuard.ts'
import { processInSlices } from '../../storage/processInSlices.ts'
import type { QueryFunction } from '../../storage/workers/QueryTable.ts'
import type { Clock } from '../../world.ts'
import type { Batches } from '../batches/Batches.ts'
import type { JobStore } from '../store/JobStore.ts'
import type { JobViews } from '../store/JobViews.ts'
import type { QueueOrder } from '../store/QueueOrder.ts'
import { readQueuePage } from './readQueuePage.ts'
import { NOT_REPLACED } from '../store/JobRecord.ts'

type Ids = RouteInput<'queue.selection'>

/** SQL condition: the pending step of the job can be run immediately, which may end its wait. */
const CAN_TRY_AGAIN = `(state IN ('vanished', 'unsaved')
  OR (problem IS NOT NULL AND (state IN ('running', 'saving') OR (state = 'queued' AND held = 0))))`

/** Numbers and prices of the selected jobs. */
export function readSelection(database: Database, { ids }: Ids): SelectionSummary {
  const rows = database.all(
    `SELECT state, count(*) AS jobs, ${cappedSumSql('price')} AS quoted, sum(${CAN_TRY_AGAIN}) AS waiting FROM jobs
       WHERE id IN (SELECT value FROM json_each(?)) AND ${NOT_REPLACED} GROUP BY state`,
    JSON.stringify(ids),
  )
  const sumOf = (...states: string[]) => {
    const counted = states.length === 0 ? rows : rows.filter(({ state }) => states.includes(String(state)))
    return {
      jobs: counted.reduce((sum, { jobs }) => sum + Number(jobs), 0),
      quoted: counted.reduce((sum, { quoted }) => addMoney(sum, Number(quoted)), 0),
    }
  }
  return {
    ...sumOf(),
    unsent: sumOf('queued'),
    waiting: rows.reduce((sum, { waiting }) => sum + Number(waiting), 0),
    failed: sumOf('failed', 'rejected').jobs,
    saved: sumOf('saved').jobs,
  }
}

/** The results of the selected jobs, without those in the trash, oldest first. */
function readResults(database: Database, { ids }: Ids): RouteOutput<'queue.results'> {
  const rows = database.all(
    `SELECT id FROM assets WHERE job_id IN (SELECT value FROM json_each(?)) AND role = 'result' AND trashed_at IS NULL
       ORDER BY seq`,
    JSON.stringify(ids),
  )
  return { assets: rows.map(({ id }) => String(id)) }
}

/** Ids of the selected jobs whose pending step can be run immediately. */
export const listTryable = (database: Database, { ids }: Ids): string[] =>
  database
    .all(
      `SELECT id FROM jobs WHERE id IN (SELECT value FROM json_each(?)) AND ${CAN_TRY_AGAIN} ORDER BY seq`,
      JSON.stringify(ids),
    )
    .map(({ id }) => String(id))

type QueueSums = Pick<QueueSummary, 'unsent' | 'waiting' | 'running' | 'uncertain'>

/** Numbers and prices of the open jobs. */
function readQueueSums(database: Database): QueueSums {
  // The index is named, because SQLite avoids an index on `state` if its statistics say that most jobs have the same state.
  const sum = (where: string, index = 'jobs_by_state') => {
    const row = database.get(
      `SELECT count(*) AS jobs, ${cappedSumSql('price')} AS quoted FROM jobs INDEXED BY ${index} WHERE ${where}`,
    )
    return { jobs: Number(row?.['jobs'] ?? 0), quoted: Number(row?.['quoted'] ?? 0) }
  }
  return {
    unsent: sum("state = 'queued'"),
    waiting: sum(
      "state = 'queued' AND batch_id IN (SELECT id FROM batches WHERE state = 'waiting')",
      'jobs_by_batch',
    ),
    running: sum("state IN ('sending', 'running', 'saving')"),
    uncertain: sum("state = 'uncertain'"),
  }
}

/** Queries that run in the query thread, because their cost grows with the queue or the history. */
export const queueQueries = {
  'queue.page': readQueuePage,
  'queue.sums': readQueueSums,
  'queue.selection': readSelection,
  'queue.results': readResults,
}

/** Number of jobs that are cancelled in one transaction, or tried again, before yielding. */
const SLICE = 100

interface Dependencies {
  database: Database
  order: QueueOrder
  store: Pick<JobStore, 'move'>
  ledger: Pick<Ledger, 'recordAll'>
  /** Runs queries in the query thread. */
  query: QueryFunction<typeof queueQueries>
  views: Pick<JobViews, 'viewByIds'>
  limits: Pick<RateLimits, 'list'>
  disk: Pick<DiskGuard, 'problem'>
  batches: Pick<Batches, 'resumeAll'>
  events: StudioEvents
  clock: Clock
}

/** The whole queue: its pages and sums, its order, pause and cancel. */
export class Queue {
  readonly #dependencies: Dependencies
  #paused: boolean

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#paused = this.#readValue('paused') === 1
  }

  get paused(): boolean {
    return this.#paused
  }

  pause(): void {
    this.#setValue('paused', 1)
    this.#paused = true
    this.#changed()
  }

  resume({ all }: RouteInput<'queue.resume'>): void {
    this.#setValue('paused', 0)
    this.#paused = false
    if (all) this.#dependencies.batches.resumeAll()
    this.#dependencies.events.emit('jobsToSend', null, null)
    this.#changed()
  }

  move(input: RouteInput<'queue.move'>): { moved: number } {
    const { order } = this.#dependencies
    const ids = 'batch' in input ? order.unsent(input).map(({ id }) => id) : input.ids
    const moved = order.move(ids, input.to)
    this.#changed()
    return { moved }
  }

  /** Cancels unsent jobs in the order of sending. A job that is sent meanwhile is not cancelled. */
  async cancel(selection: RouteInput<'queue.cancel'>): Promise<RouteOutput<'queue.cancel'>> {
    const { order, store, ledger, database, clock } = this.#dependencies
    let quoted = 0
    const cancelled = await processInSlices(database, order.unsent(selection), SLICE, (some) => {
      const jobs = database.transaction(() => {
        const ended = { finishedAt: clock.now(), waitsUntil: null }
        const unsent = some.filter(({ id }) => store.move(id, 'cancelled', ended))
        ledger.recordAll(
          unsent.map(({ id, price }) => ({ jobId: id, amount: price })),
          'released',
        )
        return unsent
      })
      quoted = jobs.reduce((sum, { price }) => addMoney(sum, price), quoted)
      return jobs.length
    })
    this.#changed()
    return { cancelled, quoted }
  }

  async page(input: RouteInput<'queue.page'>): Promise<RouteOutput<'queue.page'>> {
    const { ids, next, total } = await this.#dependencies.query('queue.page', input, input.listId)
    return { jobs: this.#dependencies.views.viewByIds(ids), next, total }
  }

  async ids({ filter, listId }: RouteInput<'queue.ids'>): Promise<RouteOutput<'queue.ids'>> {
    const input = { filter, cursor: null, limit: MAX_IDS }
    const { ids, total } = await this.#dependencies.query('queue.page', input, listId)
    return { ids, total }
  }

  selection(input: RouteInput<'queue.selection'>): Promise<SelectionSummary> {
    return this.#dependencies.query('queue.selection', input)
  }

  results(input: RouteInput<'queue.results'>): Promise<RouteOutput<'queue.results'>> {
    return this.#dependencies.query('queue.results', input)
  }

  /** Runs the pending step of each job that waits, with `tryAgain`, which throws if the job has moved on. */
  async tryAgain(
    input: RouteInput<'queue.try_again'>,
    tryAgain: (id: string) => unknown,
  ): Promise<RouteOutput<'queue.try_again'>> {
    const { database } = this.#dependencies
    const tried = await processInSlices(database, listTryable(database, input), SLICE, (slice) => {
      let count = 0
      for (const id of slice)
        try {
          tryAgain(id)
          count++
        } catch (error) {
          if (!(error instanceof StudioError)) throw error
        }
      return count
    })
    return { tried }
  }

  async summary(): Promise<QueueSummary> {
    const sums = await this.#dependencies.query('queue.sums', undefined)
    const { disk, limits } = this.#dependencies
    return { paused: this.#paused, problem: disk.problem, ...sums, limits: limits.list() }
  }

  #changed(): void {
    this.#dependencies.events.emitToWindows({ type: 'queue.changed' })
  }

  #readValue(name: 'paused'): number | null {
    const value = this.#dependencies.database.get('SELECT value FROM queue_marks WHERE name = ?', name)?.[
      'value'
    ]
    return typeof value === 'number' ? value : null
  }

  #setValue(name: 'paused', value: number): void {
    this.#dependencies.database.run(
      'INSERT INTO queue_marks (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      name,
      value,
    )
  }
}
