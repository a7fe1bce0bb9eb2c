import { createHash } from 'node:crypto'
import type { Balance, BalanceHint, BalanceSpan } from '../../../../src-preload/contract/types/balance.ts'
import type { Money } from '../../../../src-preload/contract/types/money.ts'
import type { Emit } from '../../events.ts'
import type { Database } from '../../storage/database/Database.ts'
import type { QueryFunction } from '../../storage/workers/QueryTable.ts'
import type { balanceQueries } from './balanceQueries.ts'
import { BalanceTable } from './BalanceTable.ts'
import { BalanceWatch } from './BalanceWatch.ts'

/** Below it the live service accepts no job at all (service.md §Rate limits). */
const MINIMUM_BALANCE = 490_000_000
/** Default threshold of the warning about a low balance. */
const USUAL_LOW = 1_000_000_000

type WatchParts = ConstructorParameters<typeof BalanceWatch>[0]

interface Dependencies extends Pick<WatchParts, 'access' | 'get' | 'clock' | 'log'> {
  database: Database
  /** Reads in the query thread. */
  ask: QueryFunction<typeof balanceQueries>
  /** Quotes held by what is queued on a connection. */
  held: (connectionId: string) => Money
  /** Balances prove that failed jobs were refunded of which the service had not said so. */
  onRefundProven: (jobIds: readonly string[]) => void
  emit: Emit
}

/**
 * Balances that services report: saved and compared with the ledger, never a reason to send or not to send. They only prove
 * refunds that the service did not confirm.
 */
export class Balances {
  readonly #dependencies: Dependencies
  readonly #table: BalanceTable
  readonly #watch: BalanceWatch

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#table = new BalanceTable(dependencies.database)
    this.#watch = new BalanceWatch({
      ...dependencies,
      onReading: (id, reading) => {
        this.#table.add(id, reading)
        return this.#confirmRefunds(id)
      },
      onChange: () => dependencies.emit({ type: 'balance.changed' }),
    })
  }

  /** What is known now; asks the service again where that is some time ago. */
  get(connectionId: string): Balance {
    this.#watch.look(connectionId)
    const state = this.#watch.state(connectionId)
    const reading = state === 'untold' ? null : this.#table.last(connectionId)
    const low = this.#table.low(connectionId) ?? USUAL_LOW
    const held = this.#dependencies.held(connectionId)
    const { balance = null, at = null } = reading ?? {}
    const left = balance ?? Number.POSITIVE_INFINITY
    return {
      connectionId,
      state,
      balance,
      at,
      low,
      held,
      short: balance === null ? 0 : Math.max(0, held - Math.max(0, balance)),
      level: left < Math.min(low, MINIMUM_BALANCE) ? 'minimum' : left < low ? 'low' : 'fine',
    }
  }

  warnBelow(connectionId: string, low: Money | null): Balance {
    this.#table.setLow(connectionId, low)
    this.#dependencies.emit({ type: 'balance.changed' })
    return this.get(connectionId)
  }

  spans(connectionId: string): Promise<BalanceSpan[]> {
    return this.#dependencies.ask('balance.spans', connectionId)
  }

  hints(): Promise<BalanceHint[]> {
    return this.#dependencies.ask('balance.hints', undefined)
  }

  /** The ledger took an entry. */
  entered(connectionIds: Iterable<string>, entry: string): void {
    if (entry === 'quoted' || entry === 'released') return
    const isUnknown = entry === 'uncertain' || entry === 'unconfirmed'
    for (const id of connectionIds) this.#watch.moved(id, isUnknown)
  }

  /** A job ended: services that charge at the end have done so now. */
  ended(connectionId: string): void {
    this.#watch.moved(connectionId)
  }

  /** Another key or address: another account. */
  accessChanged(connectionId: string): void {
    this.#watch.forget(connectionId)
    this.#table.beginAccount(connectionId)
  }

  /** The key that a connection has in this session; for connections whose keys are changed while Easel is not running. */
  noteKey(connectionId: string, key: string): void {
    const mark = createHash('sha256').update(`${connectionId} ${key}`).digest('hex').slice(0, 8)
    if (this.#table.isOtherKey(connectionId, mark)) this.accessChanged(connectionId)
  }

  close(): Promise<void> {
    return this.#watch.close()
  }

  async #confirmRefunds(connectionId: string): Promise<void> {
    const { ask, onRefundProven, log } = this.#dependencies
    try {
      const proven = await ask('balance.provenRefunds', connectionId)
      if (proven.length > 0) onRefundProven(proven)
    } catch (error) {
      log.warn('Whether the balance proves refunds could not be read', { error: String(error) })
    }
  }
}
