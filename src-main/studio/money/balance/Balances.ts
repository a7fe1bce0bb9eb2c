import { createHash } from 'node:crypto'
import type { Balance, BalanceHint, BalanceSpan } from '../../../../src-preload/contract/types/balance.ts'
import type { Money } from '../../../../src-preload/contract/types/money.ts'
import { NANO_PER_DOLLAR } from '../../../../src-preload/shared/formatMoney.ts'
import type { StudioEvents } from '../../events.ts'
import type { Database } from '../../storage/database/Database.ts'
import type { QueryFunction } from '../../storage/workers/QueryTable.ts'
import type { SpendSums } from '../spend/SpendSums.ts'
import type { balanceQueries } from './balanceQueries.ts'
import { BalanceTable } from './BalanceTable.ts'
import type { ExcessCharge } from './findExcess.ts'
import { BalanceFetcher } from './BalanceFetcher.ts'

/** Nano-dollars. Below this balance the live service accepts no job (service.md §Rate limits). */
const MINIMUM_BALANCE = 490_000_000
/** Nano-dollars. Below this balance the user is warned by default. */
const DEFAULT_WARNING_THRESHOLD = NANO_PER_DOLLAR

type FetcherDependencies = ConstructorParameters<typeof BalanceFetcher>[0]

interface Dependencies extends Pick<FetcherDependencies, 'service' | 'clock' | 'log'> {
  database: Database
  /** Reads in the query thread. */
  query: QueryFunction<typeof balanceQueries>
  sums: Pick<SpendSums, 'unsent'>
  events: Pick<StudioEvents, 'emit' | 'emitToWindows'>
  /** Called when a balance fell by more than the quotes of what ran. */
  onExcess: (connectionId: string, excess: ExcessCharge) => void
}

/**
 * The balances that services report. They are saved and compared with the ledger, and can prove refunds that a service did not
 * confirm. Whether a job is sent doesn't depend on them.
 */
export class Balances {
  readonly #dependencies: Dependencies
  readonly #table: BalanceTable
  readonly #fetcher: BalanceFetcher
  /** By connection: the time of the reading from which on the balance is compared with the ledger. */
  readonly #comparedSince = new Map<string, number>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#table = new BalanceTable(dependencies.database)
    this.#fetcher = new BalanceFetcher({
      ...dependencies,
      onReading: async (id, reading) => {
        const since = this.#comparedSince.get(id) ?? this.#table.latest(id)?.receivedAt ?? reading.receivedAt
        this.#comparedSince.set(id, since)
        this.#table.add(id, reading)
        await this.#confirmRefunds(id)
        await this.#reportExcess(id, since, reading.receivedAt)
      },
      onChange: () => dependencies.events.emitToWindows({ type: 'balance.changed' }),
    })
  }

  /** The last known balance. Requests a new one if it is old. */
  get(connectionId: string): Balance {
    this.#fetcher.fetchIfOld(connectionId)
    const state = this.#fetcher.state(connectionId)
    const reading = state === 'unsupported' ? null : this.#table.latest(connectionId)
    const warnBelow = this.#table.warningThreshold(connectionId) ?? DEFAULT_WARNING_THRESHOLD
    const reserved = this.#dependencies.sums.unsent({ kind: 'connection', id: connectionId })
    const { balance = null, receivedAt = null } = reading ?? {}
    const known = balance ?? Number.POSITIVE_INFINITY
    return {
      connectionId,
      state,
      balance,
      at: receivedAt,
      warnBelow,
      reserved,
      shortfall: balance === null ? 0 : Math.max(0, reserved - Math.max(0, balance)),
      // A lower warning threshold also lowers the minimum, because the user chose it.
      level: known < Math.min(warnBelow, MINIMUM_BALANCE) ? 'minimum' : known < warnBelow ? 'low' : 'fine',
    }
  }

  warnBelow(connectionId: string, threshold: Money | null): Balance {
    this.#table.setWarningThreshold(connectionId, threshold)
    this.#dependencies.events.emitToWindows({ type: 'balance.changed' })
    return this.get(connectionId)
  }

  spans(connectionId: string): Promise<BalanceSpan[]> {
    return this.#dependencies.query('balance.spans', connectionId)
  }

  hints(): Promise<BalanceHint[]> {
    return this.#dependencies.query('balance.hints', undefined)
  }

  /** Requests balances because the ledger has a new entry. */
  ledgerChanged(connectionIds: Iterable<string>, entry: string): void {
    if (entry === 'quoted' || entry === 'released') return
    const isPending = entry === 'uncertain' || entry === 'unconfirmed'
    for (const id of connectionIds) this.#fetcher.fetchAfterChange(id, isPending)
  }

  /** Requests the balance because a job ended: some services charge only then. */
  jobEnded(connectionId: string): void {
    this.#fetcher.fetchAfterChange(connectionId)
  }

  /** A connection with another key or address has another account. */
  accessChanged(connectionId: string): void {
    this.#fetcher.forget(connectionId)
    this.#comparedSince.delete(connectionId)
    this.#table.startNewAccount(connectionId)
  }

  /** Emits `accessChanged` if the key is not that of the last session, for keys that change while Easel is not running. */
  detectKeyChange(connectionId: string, key: string): void {
    const { database, events } = this.#dependencies
    const keyHash = createHash('sha256').update(`${connectionId} ${key}`).digest('hex').slice(0, 8)
    // If a listener fails, the next session detects the change again.
    database.transaction(() => {
      if (this.#table.replaceKeyHash(connectionId, keyHash)) events.emit('accessChanged', connectionId)
    })
  }

  close(): Promise<void> {
    return this.#fetcher.close()
  }

  /** Reports each excess once: the next comparison starts with this reading. */
  async #reportExcess(connectionId: string, since: number, readAt: number): Promise<void> {
    const { query, onExcess, log } = this.#dependencies
    try {
      const excess = await query('balance.excess', { connectionId, since })
      if (!excess || this.#comparedSince.get(connectionId) !== since) return
      this.#comparedSince.set(connectionId, readAt)
      onExcess(connectionId, excess)
    } catch (error) {
      log.warn('Could not compare the balance with the quotes', { error: String(error) })
    }
  }

  async #confirmRefunds(connectionId: string): Promise<void> {
    const { query, events, log } = this.#dependencies
    try {
      const proven = await query('balance.provenRefunds', connectionId)
      if (proven.length > 0) events.emit('refundsProven', proven)
    } catch (error) {
      log.warn('Could not check whether the balance proves refunds', { error: String(error) })
    }
  }
}
