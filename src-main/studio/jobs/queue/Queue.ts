import type { RouteInput, RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { Job } from '../../../../src-preload/contract/types/job.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { LearntLimit, QueueSummary } from '../../../../src-preload/contract/types/queue.ts'
import type { Database } from '../../storage/Database.ts'
import { inSlices } from '../../storage/inSlices.ts'
import type { Clock } from '../../world.ts'
import type { LedgerEntry } from '../store/LedgerEntry.ts'
import type { QueueOrder } from './QueueOrder.ts'
import type { QueuePage } from './readQueuePage.ts'
import type { QueueSums } from './readQueueSums.ts'
import { addMoney } from '../../money/moneySums.ts'

/** Jobs cancelled in one transaction. */
const CANCELLED_AT_ONCE = 100

interface Parts {
  database: Database
  order: QueueOrder
  /** Moves an unsent job to `cancelled`; false where it is too late. */
  cancel: (id: string) => boolean
  record: (jobs: readonly { jobId: string; amount: number }[], entry: LedgerEntry) => void
  /** Reads a page in the query thread, because searches and ended jobs grow with the history. */
  readPage: (asked: RouteInput<'queue.page'>) => Promise<QueuePage>
  /** Sums the open jobs in the query thread, because a queue may be long. */
  readSums: () => Promise<QueueSums>
  /** Jobs in the form of the contract. */
  show: (ids: string[]) => Job[]
  limits: () => LearntLimit[]
  /** Why nothing is sent, other than a pause by the user. */
  problem: () => Problem | null
  transaction: <T>(work: () => T) => T
  send: () => void
  resumeBatches: () => void
  onChange: () => void
  clock: Clock
}

/** The whole queue: its pages and sums, its order, pause and cancel. */
export class Queue {
  readonly #parts: Parts
  #paused: boolean

  constructor(parts: Parts) {
    this.#parts = parts
    this.#paused = this.#mark('paused') === 1
  }

  get paused(): boolean {
    return this.#paused
  }

  pause(): void {
    this.#setMark('paused', 1)
    this.#paused = true
    this.#parts.onChange()
  }

  resume({ all }: RouteInput<'queue.resume'>): void {
    this.#setMark('paused', 0)
    this.#paused = false
    if (all) this.#parts.resumeBatches()
    this.#parts.send()
    this.#parts.onChange()
  }

  move(input: RouteInput<'queue.move'>): { moved: number } {
    const { order } = this.#parts
    const ids = 'batch' in input ? order.unsent(input).map(({ id }) => id) : input.ids
    const moved = order.move(ids, input.to)
    this.#parts.onChange()
    return { moved }
  }

  /** Cancels unsent jobs in the order of sending. A job that is sent meanwhile is not cancelled. */
  async cancel(of: RouteInput<'queue.cancel'>): Promise<RouteOutput<'queue.cancel'>> {
    const { order, cancel, record, transaction, onChange } = this.#parts
    let quoted = 0
    const cancelled = await inSlices(order.unsent(of), CANCELLED_AT_ONCE, (some) => {
      const jobs = transaction(() => {
        const unsent = some.filter(({ id }) => cancel(id))
        record(
          unsent.map(({ id, price }) => ({ jobId: id, amount: price })),
          'released',
        )
        return unsent
      })
      quoted = jobs.reduce((sum, { price }) => addMoney(sum, price), quoted)
      return jobs.length
    })
    onChange()
    return { cancelled, quoted }
  }

  async page(asked: RouteInput<'queue.page'>): Promise<RouteOutput<'queue.page'>> {
    const { ids, next, total } = await this.#parts.readPage(asked)
    return { jobs: this.#parts.show(ids), next, total }
  }

  async summary(): Promise<QueueSummary> {
    const sums = await this.#parts.readSums()
    const { problem, limits } = this.#parts
    return { paused: this.#paused, problem: problem(), ...sums, limits: limits() }
  }

  #mark(name: 'paused'): number | null {
    const value = this.#parts.database.get('SELECT value FROM queue_marks WHERE name = ?', name)?.['value']
    return typeof value === 'number' ? value : null
  }

  #setMark(name: 'paused', value: number): void {
    this.#parts.database.run(
      'INSERT INTO queue_marks (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      name,
      value,
    )
  }
}
