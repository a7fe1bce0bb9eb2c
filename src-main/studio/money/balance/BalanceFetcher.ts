import type { Exchange } from '../../service/http/Exchange.ts'
import { isRecord } from '../../service/http/json.ts'
import { readBalance } from '../../service/responses/readMoney.ts'
import type { Connections } from '../../service/connections/Connections.ts'
import type { Service } from '../../service/createService.ts'
import type { Clock, Log } from '../../world.ts'
import type { BalanceReading } from './BalanceTable.ts'

/** Delay after a charge or refund, so that the service has booked it. */
const BOOKING_DELAY_MS = 1500
/** Minimum time between two requests. */
const MIN_INTERVAL_MS = 20_000
/** Minimum time between a failed request and the next one. */
const RETRY_MS = 300_000

/** As `Balance['state']` in the contract. */
type State = 'reported' | 'unsupported' | 'failed' | 'not_requested'

interface ConnectionState {
  state: State
  requestedAt: number
  /** The scheduled request. `at`: ms since the epoch. */
  timer: { at: number; cancel: () => void } | null
  request: Promise<void> | null
  /** Whether money may have moved too late for the request that was sent or scheduled, so that another request is needed. */
  isOutdated: boolean
}

interface Dependencies {
  service: { connections: Pick<Connections, 'getAccess'>; client: Pick<Service['client'], 'get'> }
  /** Stores and evaluates a reading. The next request is sent only when that is finished. Never rejects. */
  onReading: (connectionId: string, reading: BalanceReading) => Promise<void>
  onChange: () => void
  clock: Clock
  log: Log
}

/**
 * Requests balances at a low rate (service.md §Balance): when the user looks at them, and when money moved. A service whose own response
 * reports no balance is not queried again until its connection changes.
 */
export class BalanceFetcher {
  readonly #dependencies: Dependencies
  readonly #connections = new Map<string, ConnectionState>()
  #closed = false

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  state(connectionId: string): State {
    return this.#connections.get(connectionId)?.state ?? 'not_requested'
  }

  /** Requests a balance because money may have moved. `isPending`: later, because the service may not have finished moving it. */
  fetchAfterChange(connectionId: string, isPending = false): void {
    this.#schedule(connectionId, isPending ? MIN_INTERVAL_MS + BOOKING_DELAY_MS : BOOKING_DELAY_MS)
  }

  /** Requests a balance now unless the last request is recent. */
  fetchIfOld(connectionId: string): void {
    const { clock } = this.#dependencies
    const connection = this.#connections.get(connectionId)
    const age = clock.now() - (connection?.requestedAt ?? Number.NEGATIVE_INFINITY)
    // The age is below zero if the clock was set back.
    if (age < 0 || age >= (connection?.state === 'failed' ? RETRY_MS : MIN_INTERVAL_MS))
      this.#schedule(connectionId, 0)
  }

  /** Discards what is known about a connection that was removed or whose account changed. */
  forget(connectionId: string): void {
    this.#connections.get(connectionId)?.timer?.cancel()
    this.#connections.delete(connectionId)
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const { timer } of this.#connections.values()) timer?.cancel()
    await Promise.allSettled([...this.#connections.values()].flatMap(({ request }) => request ?? []))
  }

  #schedule(connectionId: string, waitMs: number): void {
    const { clock } = this.#dependencies
    const connection = this.#findOrAdd(connectionId)
    if (this.#closed || connection.state === 'unsupported') return
    const { request, timer } = connection
    if (request || timer) {
      connection.isOutdated ||= waitMs > 0 && (timer === null || timer.at < clock.now() + waitMs)
      return
    }
    const interval = connection.state === 'failed' ? RETRY_MS : MIN_INTERVAL_MS
    const untilAllowed = connection.requestedAt + interval - clock.now()
    // The remaining time is longer than the interval if the clock was set back.
    const ms = Math.max(waitMs, untilAllowed > interval ? 0 : untilAllowed)
    const delay = Math.max(0, ms)
    const cancel = clock.after(delay, () => {
      connection.timer = null
      connection.request = this.#fetch(connectionId, connection).finally(() => {
        connection.request = null
        const { isOutdated } = connection
        connection.isOutdated = false
        if (isOutdated && this.#connections.get(connectionId) === connection)
          this.fetchAfterChange(connectionId)
      })
    })
    connection.timer = { at: clock.now() + delay, cancel }
  }

  #findOrAdd(connectionId: string): ConnectionState {
    const known = this.#connections.get(connectionId)
    if (known) return known
    const connection: ConnectionState = {
      state: 'not_requested',
      requestedAt: Number.NEGATIVE_INFINITY,
      timer: null,
      request: null,
      isOutdated: false,
    }
    this.#connections.set(connectionId, connection)
    return connection
  }

  async #fetch(connectionId: string, connection: ConnectionState): Promise<void> {
    const { service, clock, log, onReading, onChange } = this.#dependencies
    connection.requestedAt = clock.now()
    let processed: Promise<void> | undefined
    try {
      const connectionAccess = await service.connections.getAccess(connectionId)
      const requestedAt = clock.now()
      const exchange = await service.client.get(connectionAccess, 'balance')
      // The key or address, and with them the account, may have changed during the request.
      if (this.#connections.get(connectionId) !== connection) return
      const balance = readResponse(exchange)
      connection.state = typeof balance === 'number' ? 'reported' : balance
      if (typeof balance === 'number')
        processed = onReading(connectionId, { balance, requestedAt, receivedAt: clock.now() })
    } catch (error) {
      connection.state = 'failed'
      log.warn('No balance was read', { connection: connectionId, error: String(error) })
    }
    onChange()
    await processed
  }
}

/** The balance in nano-dollars. `unsupported`: the service reports none; `failed`: a later request may succeed. */
function readResponse(exchange: Exchange): number | 'unsupported' | 'failed' {
  // A page is not the service's response: a proxy, or a network that requires a sign-in, sent it.
  if (exchange.kind === 'fault' || !isRecord(exchange.json)) return 'failed'
  const { status, json } = exchange
  if (status === 404 || status === 405 || status === 410) return 'unsupported'
  if (status < 200 || status >= 300) return 'failed'
  return readBalance(json) ?? 'unsupported'
}
