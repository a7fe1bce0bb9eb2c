import type { Access, Exchange } from '../../service/client/Exchange.ts'
import { readBalance } from '../../service/responses/readMoney.ts'
import type { Clock, Log } from '../../world.ts'
import type { Reading } from './Reading.ts'

/** Delay after a change of money, so that the service has booked it. */
const BOOKED_MS = 1500
/** Minimum time between two requests. */
const GAP_MS = 20_000
/** Pause after a failed request. */
const TROUBLE_MS = 300_000

type State = 'told' | 'untold' | 'unread' | 'unasked'

interface Watched {
  state: State
  askedAt: number
  cancel: (() => void) | null
  asking: Promise<void> | null
  /** Something happened while it was asked. */
  again: boolean
}

interface Dependencies {
  access: (connectionId: string) => Promise<Access>
  get: (access: Access, path: string) => Promise<Exchange>
  /** Keeps a reading; the next is asked for once it was looked at. Never rejects. */
  onReading: (connectionId: string, reading: Reading) => Promise<void>
  onChange: () => void
  clock: Clock
  log: Log
}

/**
 * Requests balances seldom (service.md §Balance): when the user looks and when money moved. A service without a balance is not
 * asked again until its connection changes.
 */
export class BalanceWatch {
  readonly #dependencies: Dependencies
  readonly #watched = new Map<string, Watched>()
  #closed = false

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  state(connectionId: string): State {
    return this.#watched.get(connectionId)?.state ?? 'unasked'
  }

  /** Money may have moved. `later`: ask once more after a while, when the service is surely done with it. */
  moved(connectionId: string, later = false): void {
    this.#plan(connectionId, later ? GAP_MS + BOOKED_MS : BOOKED_MS)
  }

  /** The user looks at it. */
  look(connectionId: string): void {
    const { clock } = this.#dependencies
    const watched = this.#watched.get(connectionId)
    const age = clock.now() - (watched?.askedAt ?? Number.NEGATIVE_INFINITY)
    // An age below zero: the clock was set back.
    if (age < 0 || age >= (watched?.state === 'unread' ? TROUBLE_MS : GAP_MS)) this.#plan(connectionId, 0)
  }

  /** The connection means another account, or none: what it told no longer holds. */
  forget(connectionId: string): void {
    this.#watched.get(connectionId)?.cancel?.()
    this.#watched.delete(connectionId)
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const { cancel } of this.#watched.values()) cancel?.()
    await Promise.allSettled([...this.#watched.values()].flatMap(({ asking }) => asking ?? []))
  }

  #plan(connectionId: string, wait: number): void {
    const { clock } = this.#dependencies
    const watched = this.#watch(connectionId)
    if (this.#closed || watched.state === 'untold') return
    if (watched.asking || watched.cancel) {
      // What happened while it was asked it may not tell yet.
      watched.again ||= wait > BOOKED_MS || (wait > 0 && watched.asking !== null)
      return
    }
    const gap = watched.state === 'unread' ? TROUBLE_MS : GAP_MS
    const free = watched.askedAt + gap - clock.now()
    const ms = Math.max(wait, free > gap ? 0 : free)
    watched.cancel = clock.after(Math.max(0, ms), () => {
      watched.cancel = null
      watched.asking = this.#ask(connectionId, watched).finally(() => {
        watched.asking = null
        const { again } = watched
        watched.again = false
        if (again && this.#watched.get(connectionId) === watched) this.moved(connectionId)
      })
    })
  }

  #watch(connectionId: string): Watched {
    const known = this.#watched.get(connectionId)
    if (known) return known
    const watched: Watched = {
      state: 'unasked',
      askedAt: Number.NEGATIVE_INFINITY,
      cancel: null,
      asking: null,
      again: false,
    }
    this.#watched.set(connectionId, watched)
    return watched
  }

  async #ask(connectionId: string, watched: Watched): Promise<void> {
    const { access, get, clock, log, onReading, onChange } = this.#dependencies
    watched.askedAt = clock.now()
    let looked: Promise<void> | undefined
    try {
      const granted = await access(connectionId)
      const askedAt = clock.now()
      const exchange = await get(granted, 'balance')
      // Meanwhile its key or address may have changed, and with them the account.
      if (this.#watched.get(connectionId) !== watched) return
      const balance = toldBy(exchange)
      watched.state = typeof balance === 'number' ? 'told' : balance
      if (typeof balance === 'number') looked = onReading(connectionId, { balance, askedAt, at: clock.now() })
    } catch (error) {
      watched.state = 'unread'
      log.warn('No balance was read', { connection: connectionId, error: String(error) })
    }
    onChange()
    await looked
  }
}

/** A balance; `untold` where the service answers with something else; `unread` where it may tell it another time. */
function toldBy(exchange: Exchange): number | 'untold' | 'unread' {
  if (exchange.kind === 'fault') return 'unread'
  const { status, json } = exchange
  if (status === 404 || status === 405 || status === 410) return 'untold'
  if (status < 200 || status >= 300) return 'unread'
  return readBalance(json) ?? 'untold'
}
