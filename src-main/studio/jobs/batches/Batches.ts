import { batchErrors, budgetErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { RouteInput, RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { Batch, BatchPreview } from '../../../../src-preload/contract/types/batch.ts'
import type { Values } from '../../../../src-preload/contract/types/form.ts'
import type { Money } from '../../../../src-preload/contract/types/money.ts'
import type { StudioEvents } from '../../events.ts'
import type { Budgets } from '../../money/Budgets.ts'
import type { Ledger } from '../../money/spend/Ledger.ts'
import { addMoney } from '../../money/spend/SpendSums.ts'
import type { Database } from '../../storage/database/Database.ts'
import type { DiskGuard } from '../../storage/files/DiskGuard.ts'
import type { QueueOrder } from '../store/QueueOrder.ts'
import type { NewJob, PreparedJob } from '../store/newJobs.ts'
import type { JobStore } from '../store/JobStore.ts'
import type { ServiceHolds } from '../submit/ServiceHolds.ts'
import type { LocalHolds } from '../submit/LocalHolds.ts'
import type { Clock } from '../../world.ts'
import type { BatchTable, PauseProblem } from './BatchTable.ts'
import type { Previews } from './Previews.ts'
import type { TableReader } from './readTable.ts'
import type { PromptHistory } from '../drafts/PromptHistory.ts'

/** Rows of a table that are shown when its columns are assigned to fields. */
const SAMPLE_ROWS = 5
/** Priority of batch jobs; interactive jobs are sent before them. */
const BATCH_PRIORITY = 1

interface Dependencies {
  table: BatchTable
  previews: Previews
  readTable: TableReader
  store: Pick<JobStore, 'insert'>
  ledger: Pick<Ledger, 'recordBatch'>
  clickPolicy: Pick<Budgets, 'check'>
  /** The history of prompts, to which the texts of a form that is run are added. */
  prompts: Pick<PromptHistory, 'record'>
  order: Pick<QueueOrder, 'setHold'>
  localHolds: Pick<LocalHolds, 'findHold'>
  serviceHolds: Pick<ServiceHolds, 'problemOf'>
  disk: Pick<DiskGuard, 'problem'>
  database: Pick<Database, 'transaction'>
  events: StudioEvents
  uuid: () => string
  clock: Clock
}

/** Batches: many jobs made from one form. They are previewed and enqueued together, and share a name, a spending cap and a pause. */
export class Batches {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Puts unsent batches on hold at startup, so that no batch starts without the user. */
  holdUntilResumed(): void {
    const { table, database, order } = this.#dependencies
    database.transaction(() => {
      for (const id of table.listUnsentIds('running')) {
        table.setState(id, 'waiting', null)
        order.setHold(id, true)
      }
    })
  }

  async readTable(input: RouteInput<'batches.table'>): Promise<RouteOutput<'batches.table'>> {
    const { columns, rows } = await this.#dependencies.readTable(input)
    const sample = rows
      .slice(0, SAMPLE_ROWS)
      .map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index] ?? ''])))
    return { columns, rows: rows.length, sample }
  }

  preview(input: RouteInput<'batches.preview'>): Promise<BatchPreview> {
    return this.#dependencies.previews.preview(input)
  }

  price(input: RouteInput<'batches.price'>): Promise<BatchPreview> {
    return this.#dependencies.previews.price(input)
  }

  rows(input: RouteInput<'batches.rows'>): RouteOutput<'batches.rows'> {
    return this.#dependencies.previews.rows(input)
  }

  enqueue(input: RouteInput<'batches.enqueue'>): Batch {
    const { table, previews, clickPolicy, uuid } = this.#dependencies
    const existing = table.findByIdempotencyKey(input.idempotencyKey)
    if (existing !== null) return this.#find(existing)
    const { preparedJobs, forms, values, axes } = previews.prepareJobs(input)
    const prices = preparedJobs.map(({ price }) => price)
    const { idempotencyKey, name, cap, collection = null } = input
    const connectionId = forms.connection.id
    clickPolicy.check({ connectionId, collectionId: collection, prices, cap })
    const id = uuid()
    this.#commit(
      { id, idempotencyKey, name, cap, collection, axes, connectionId, operation: forms.operation.id },
      preparedJobs,
      values,
    )
    return this.#find(id)
  }

  /** The batches of the table, or `batches` if they were already read in the query thread. */
  list(batches = this.#dependencies.table.list()): { batches: Batch[] } {
    return { batches: batches.map((batch) => this.#withBlockReason(batch)) }
  }

  pause(id: string): Batch {
    this.#pause(this.#find(id).id, null)
    return this.#find(id)
  }

  resume(id: string): Batch {
    const { table, order, database, events } = this.#dependencies
    const { connectionId, operation } = this.#find(id)
    database.transaction(() => {
      table.resume(id)
      order.setHold(id, false)
    })
    events.emit('batchResumed', id)
    events.emit('jobsToSend', connectionId, operation)
    this.#changed()
    return this.#find(id)
  }

  /** Resumes every paused or waiting batch. */
  resumeAll(): void {
    const { table } = this.#dependencies
    for (const id of [...table.listUnsentIds('paused'), ...table.listUnsentIds('waiting')]) this.resume(id)
  }

  rename({ id, name }: RouteInput<'batches.rename'>): Batch {
    this.#find(id)
    this.#dependencies.table.rename(id, name)
    this.#changed()
    return this.#find(id)
  }

  /**
   * Sets the maximum total price of a batch's jobs. Resumes a batch that reached its cap if the new one allows more jobs.
   * @throws StudioError `budget_full` if the additional amount exceeds a spending limit.
   */
  setCap({ id, cap }: RouteInput<'batches.set_limit'>): Batch {
    const batch = this.#find(id)
    this.#checkBudgets(batch, { cap })
    this.#dependencies.table.setCap(id, cap)
    const wasCapped = batch.state === 'paused' && batch.problem?.code === batchErrors.capReached
    if (wasCapped && (cap === null || cap > batch.spent)) return this.resume(id)
    this.#changed()
    return this.#find(id)
  }

  /** @throws StudioError `budget_full` if an increase of the prices of a batch's unsent jobs exceeds a spending limit. */
  checkPriceIncrease(id: string, increase: Money): void {
    this.#checkBudgets(this.#find(id), { increase })
  }

  /** Must be called when a connection's account changed or the connection was removed. */
  accessChanged(connectionId: string): void {
    this.#dependencies.previews.forget(connectionId)
  }

  /** Whether the cap of a job's batch allows it to be sent. If not, pauses the batch with a problem. */
  admit({ batch: batchId, price }: { batch: string | null; price: Money | null }): boolean {
    if (batchId === null) return true
    const cap = this.#dependencies.table.capOf(batchId)
    if (cap === null) return true
    // A job without a price could exceed any cap.
    if (price !== null && this.#dependencies.table.committedAmount(batchId) + price <= cap) return true
    const { unsent, reserved } = this.#find(batchId)
    this.#pause(batchId, {
      code: batchErrors.capReached,
      money: 'not_charged',
      params: { cap, jobs: unsent, reserved },
    })
    return false
  }

  /** Pauses a batch because the service reports an insufficient balance. Returns false if the job belongs to no batch. */
  pauseForBalance(batchId: string | null, serviceMessage: string | undefined): boolean {
    const batch = batchId === null ? null : this.#dependencies.table.find(batchId)
    if (!batch) return false
    // Several jobs may be in progress when the first one is rejected, so this may be called repeatedly.
    const { unsent, reserved } = batch
    this.#pause(batch.id, {
      code: batchErrors.balance,
      money: 'not_charged',
      params: { jobs: unsent, reserved },
      ...(serviceMessage === undefined ? {} : { serviceMessage }),
    })
    return true
  }

  /** Pauses a batch because the price of one of its jobs has changed, until the user accepts the new prices. */
  pauseForPrice(batchId: string, change: { shown: Money; price: Money }): void {
    const { unsent, reserved } = this.#find(batchId)
    const params = { ...change, jobs: unsent, reserved }
    this.#pause(batchId, { code: batchErrors.priceChanged, money: 'not_charged', params })
  }

  /** Adds the reason why a running batch makes no progress. */
  #withBlockReason(batch: Batch): Batch {
    const { state, unsent, reserved, connectionId, collection = null, operation } = batch
    if (state !== 'running' || unsent === 0) return withCurrentSums(batch)
    const { disk, localHolds, serviceHolds } = this.#dependencies
    const problem =
      disk.problem ??
      localHolds.findHold(connectionId, collection)?.problem ??
      serviceHolds.problemOf(connectionId, operation)
    if (problem?.code !== budgetErrors.full) return { ...batch, problem }
    const params = { ...problem.params, jobs: unsent, reserved }
    return { ...batch, problem: { code: batchErrors.budget, money: 'not_charged', params } }
  }

  /** Checks what a batch costs with another cap or with higher prices, if that is more than before. */
  #checkBudgets(
    batch: Batch,
    { cap = batch.cap, increase = 0 }: { cap?: Money | null; increase?: Money },
  ): void {
    const { table, clickPolicy } = this.#dependencies
    const { id, spent, connectionId, collection: collectionId = null } = batch
    const reserved = table.reservedAmount(id)
    const after = reservedUnderCap({ reserved: addMoney(reserved, increase), spent }, cap)
    const additional = after - reservedUnderCap({ reserved, spent }, batch.cap)
    if (additional > 0)
      clickPolicy.check({ connectionId, collectionId, prices: [additional], whole: addMoney(spent, after) })
  }

  #pause(id: string, problem: PauseProblem | null): void {
    const { table, order, database } = this.#dependencies
    database.transaction(() => {
      table.setState(id, 'paused', problem)
      order.setHold(id, true)
    })
    this.#changed()
  }

  #commit(
    {
      idempotencyKey,
      ...batch
    }: Pick<Batch, 'id' | 'name' | 'cap' | 'collection' | 'axes' | 'connectionId' | 'operation'> & {
      idempotencyKey: string
    },
    preparedJobs: readonly (PreparedJob & Pick<NewJob, 'label'>)[],
    values: Values | null,
  ): void {
    const { table, store, ledger, database, uuid, clock, events, prompts } = this.#dependencies
    const createdAt = clock.now()
    database.transaction(() => {
      table.insert({ ...batch, createdAt }, idempotencyKey)
      const { id: batchId, collection = null } = batch
      for (const [index, preparedJob] of preparedJobs.entries()) {
        const identity = {
          id: uuid(),
          idempotencyKey: `${idempotencyKey}/${index}`,
          replaces: null,
          createdAt,
        }
        store.insert({ ...preparedJob, ...identity, batch: batchId, priority: BATCH_PRIORITY, collection })
      }
      ledger.recordBatch(batchId)
      if (values) prompts.record(batch.operation, values)
    })
    events.emit('jobsToSend', batch.connectionId, batch.operation)
    this.#changed()
  }

  #changed(): void {
    this.#dependencies.events.emitToWindows({ type: 'queue.changed' })
  }

  #find(id: string): Batch {
    const batch = this.#dependencies.table.find(id)
    if (!batch) throw new StudioError({ code: batchErrors.notFound, money: 'none' })
    return batch
  }
}

/**
 * Updates the number and sum of unsent jobs in a batch's stored problem, because some may have been cancelled since. Without unsent jobs,
 * nothing waits any more.
 */
function withCurrentSums(batch: Batch): Batch {
  const { problem, unsent: jobs, reserved } = batch
  if (jobs === 0) return { ...batch, problem: null }
  const waiting = { jobs, reserved }
  if (problem?.code === batchErrors.capReached)
    return { ...batch, problem: { ...problem, params: { ...problem.params, ...waiting } } }
  if (problem?.code === batchErrors.balance)
    return { ...batch, problem: { ...problem, params: { ...problem.params, ...waiting } } }
  if (problem?.code === batchErrors.priceChanged)
    return { ...batch, problem: { ...problem, params: { ...problem.params, ...waiting } } }
  return batch
}

/** The amount that the unsent jobs of a batch reserve under a cap. */
const reservedUnderCap = ({ reserved, spent }: Pick<Batch, 'reserved' | 'spent'>, cap: Money | null): Money =>
  cap === null ? reserved : Math.min(reserved, Math.max(0, cap - spent))
