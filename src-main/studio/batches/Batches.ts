import { batchErrors, budgetErrors, StudioError } from '../../../src-preload/contract/errors.ts'
import type { RouteInput, RouteOutput } from '../../../src-preload/contract/routes.ts'
import type { Batch, BatchPreview } from '../../../src-preload/contract/types/batch.ts'
import type { Money } from '../../../src-preload/contract/types/money.ts'
import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import type { Wanted } from '../budgets/Budgets.ts'
import type { Prepared } from '../jobs/Jobs.ts'
import type { Intent } from '../jobs/insertJob.ts'
import type { Clock } from '../world.ts'
import type { BatchTable } from './BatchTable.ts'
import type { Previews } from './Previews.ts'
import type { TableReader } from './readTable.ts'

const SAMPLE_ROWS = 5
/** Lane of batch jobs; interactive ones pass them. */
const BATCH_LANE = 1

interface Parts {
  table: BatchTable
  previews: Previews
  readTable: TableReader
  insert: (intent: Intent) => void
  /** Notes the quotes of a batch's jobs, once they are written. */
  record: (batchId: string) => void
  /** Refuses what fits no budget. */
  checkBudgets: (wanted: Wanted) => void
  /** Holds the unsent jobs of a batch back, or lets them go on. */
  hold: (batchId: string, held: boolean) => void
  transaction: <T>(work: () => T) => T
  /** What keeps jobs of a connection and a collection from being sent, besides their batch. */
  standing: (connectionId: string, collection: string | null, operation: string) => Problem | null
  /** There is something of an operation to send. */
  send: (connectionId: string, operation: string) => void
  onChange: () => void
  uuid: () => string
  clock: Clock
}

/** Many jobs of one press: seen first, then written all at once, and held, capped and named together. */
export class Batches {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** At a start: what was not sent waits until someone resumes it, so that no night's work begins by itself. */
  waitForPerson(): void {
    const { table, transaction, hold } = this.#parts
    transaction(() => {
      for (const id of table.unsentIn('running')) {
        table.set(id, 'waiting', null)
        hold(id, true)
      }
    })
  }

  async readTable(input: RouteInput<'batches.table'>): Promise<RouteOutput<'batches.table'>> {
    const { columns, rows } = await this.#parts.readTable(input)
    const sample = rows
      .slice(0, SAMPLE_ROWS)
      .map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at] ?? ''])))
    return { columns, rows: rows.length, sample }
  }

  preview(input: RouteInput<'batches.preview'>): Promise<BatchPreview> {
    return this.#parts.previews.preview(input)
  }

  price(input: RouteInput<'batches.price'>): Promise<BatchPreview> {
    return this.#parts.previews.price(input)
  }

  rows(input: RouteInput<'batches.rows'>): RouteOutput<'batches.rows'> {
    return this.#parts.previews.rows(input)
  }

  enqueue(input: RouteInput<'batches.enqueue'>): Batch {
    const { table, previews, checkBudgets, uuid } = this.#parts
    const known = table.idOfPress(input.press)
    if (known !== null) return this.#find(known)
    const { intents, maker, axes } = previews.intents(input)
    const prices = intents.map(({ price }) => price)
    const { press, name, cap, collection = null } = input
    const connectionId = maker.connection.id
    checkBudgets({ connectionId, collectionId: collection, prices, cap })
    const id = uuid()
    this.#commit(
      { id, press, name, cap, collection, axes, connectionId, operation: maker.operation.id },
      intents,
    )
    return this.#find(id)
  }

  /** `all`: as they were read beside the main thread. */
  list(all = this.#parts.table.list()): { batches: Batch[] } {
    return { batches: all.map((batch) => this.#withStop(batch)) }
  }

  pause(id: string): Batch {
    this.#stop(this.#find(id).id, null)
    return this.#find(id)
  }

  resume(id: string): Batch {
    const { table, hold, transaction, send, onChange } = this.#parts
    const { connectionId, operation } = this.#find(id)
    transaction(() => {
      table.set(id, 'running', null)
      hold(id, false)
    })
    send(connectionId, operation)
    onChange()
    return this.#find(id)
  }

  /** Goes on with every paused or waiting one. */
  resumeAll(): void {
    const { table } = this.#parts
    for (const id of [...table.unsentIn('paused'), ...table.unsentIn('waiting')]) this.resume(id)
  }

  rename({ id, name }: RouteInput<'batches.rename'>): Batch {
    this.#find(id)
    this.#parts.table.rename(id, name)
    this.#parts.onChange()
    return this.#find(id)
  }

  /** A batch that stood at its cap goes on where the new one leaves room; what it would hold more must fit the budgets. */
  cap({ id, cap }: RouteInput<'batches.cap'>): Batch {
    const batch = this.#find(id)
    const more = reservedBy(batch, cap) - reservedBy(batch, batch.cap)
    const { connectionId, collection = null } = batch
    if (more > 0) this.#parts.checkBudgets({ connectionId, collectionId: collection, prices: [more] })
    this.#parts.table.setCap(id, cap)
    const stood = batch.state === 'paused' && batch.problem?.code === batchErrors.capReached
    if (stood && (cap === null || cap > batch.spent)) return this.resume(id)
    this.#parts.onChange()
    return this.#find(id)
  }

  /** A connection means another account now, or none. */
  accessChanged(connectionId: string): void {
    this.#parts.previews.forget(connectionId)
  }

  /** Whether a job may be sent as far as its batch's own cap goes; where not, the batch stands still and says so. */
  admit({ batch: id, price }: { batch: string | null; price: Money | null }): boolean {
    if (id === null) return true
    const cap = this.#parts.table.capOf(id)
    if (cap === null || this.#parts.table.committed(id) + (price ?? cap + 1) <= cap) return true
    const { unsent, held } = this.#find(id)
    this.#stop(id, {
      code: batchErrors.capReached,
      money: 'not_charged',
      params: { cap, jobs: unsent, held },
    })
    return false
  }

  /** The service says there is too little money: the batch stands still until someone resumes it. False where it is none. */
  waitForMoney(id: string | null, serviceWords: string | undefined): boolean {
    const batch = id === null ? null : this.#parts.table.find(id)
    if (!batch) return false
    // Several rows may be on their way when the first is refused: each is one more that waits.
    const { unsent, held } = batch
    this.#stop(batch.id, {
      code: batchErrors.balance,
      money: 'not_charged',
      params: { jobs: unsent, held },
      ...(serviceWords === undefined ? {} : { serviceWords }),
    })
    return true
  }

  /** A job of it costs more than its quote by now: the batch stands still until someone accepts the new prices. */
  waitForPrice(id: string, change: { shown: Money; price: Money }): void {
    const { unsent, held } = this.#find(id)
    const params = { ...change, jobs: unsent, held }
    this.#stop(id, { code: batchErrors.priceChanged, money: 'not_charged', params })
  }

  /** One that runs and comes no further says what at. */
  #withStop(batch: Batch): Batch {
    const { state, unsent, held, connectionId, collection = null, operation } = batch
    if (state !== 'running' || unsent === 0) return batch
    const problem = this.#parts.standing(connectionId, collection, operation)
    if (problem?.code !== budgetErrors.full) return { ...batch, problem }
    const params = { ...problem.params, jobs: unsent, held }
    return { ...batch, problem: { code: batchErrors.budget, money: 'not_charged', params } }
  }

  #stop(id: string, problem: Problem | null): void {
    const { table, hold, transaction, onChange } = this.#parts
    transaction(() => {
      table.set(id, 'paused', problem)
      hold(id, true)
    })
    onChange()
  }

  #commit(
    {
      press,
      ...batch
    }: Pick<Batch, 'id' | 'name' | 'cap' | 'collection' | 'axes' | 'connectionId' | 'operation'> & {
      press: string
    },
    intents: readonly (Prepared & Pick<Intent, 'label'>)[],
  ): void {
    const { table, insert, record, transaction, uuid, clock, send, onChange } = this.#parts
    const createdAt = clock.now()
    transaction(() => {
      table.insert({ ...batch, createdAt }, press)
      const { id: batchId, collection = null } = batch
      for (const [index, intent] of intents.entries()) {
        const about = { id: uuid(), press: `${press}/${index}`, replaces: null, createdAt }
        insert({ ...intent, ...about, batch: batchId, lane: BATCH_LANE, collection })
      }
      record(batchId)
    })
    send(batch.connectionId, batch.operation)
    onChange()
  }

  #find(id: string): Batch {
    const batch = this.#parts.table.find(id)
    if (!batch) throw new StudioError({ code: batchErrors.notFound, money: 'none' })
    return batch
  }
}

/** What unsent jobs of a batch hold under a cap of its own. */
const reservedBy = ({ held, spent }: Batch, cap: Money | null): Money =>
  cap === null ? held : Math.min(held, Math.max(0, cap - spent))
