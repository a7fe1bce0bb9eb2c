import type { Money } from '../../../src-preload/contract/types/money.ts'
import type { Database } from '../storage/Database.ts'
import type { Clock } from '../world.ts'

export interface Quote {
  price: Money
  /** Milliseconds since the epoch, as is `expiresAt`. */
  quotedAt: number
  expiresAt: number
}

/** How long a price is believed: short enough to be true, long enough for a sitting. */
const LIFE_MS = 600_000
const MOST_IN_MEMORY = 2000

/** Prices the service gave, in memory and in the table `quotes`, so that a restart costs no calls. */
export class QuoteStore {
  readonly #database: Database
  readonly #clock: Clock
  readonly #memory = new Map<string, Quote>()

  constructor(parts: { database: Database; clock: Clock }) {
    this.#database = parts.database
    this.#clock = parts.clock
  }

  /** The price of a key while it is believed; null when there is none or it is out of date. */
  find(key: string): Quote | null {
    const quote = this.#memory.get(key) ?? this.#read(key)
    // A quote from the future: the clock was set back, and its age is not known.
    const { quotedAt = 0, expiresAt = 0 } = quote ?? {}
    const now = this.#clock.now()
    return quote && quotedAt <= now && now < expiresAt ? quote : null
  }

  /** Dates the price now. Known from then on even when the write throws. */
  keep(key: string, price: Money): Quote {
    const quote = dated(price, this.#clock.now())
    if (this.#memory.size >= MOST_IN_MEMORY) this.#memory.clear()
    this.#memory.set(key, quote)
    return quote
  }

  /** Writes a kept price to the table, and deletes what is out of date there. */
  save(key: string, { price, quotedAt }: Quote): void {
    this.#database.transaction(() => {
      this.#database.run(
        'DELETE FROM quotes WHERE quoted_at <= ? OR quoted_at > ?',
        quotedAt - LIFE_MS,
        quotedAt,
      )
      this.#database.run(
        'INSERT INTO quotes (key, price, quoted_at) VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET price = excluded.price, quoted_at = excluded.quoted_at',
        key,
        price,
        quotedAt,
      )
    })
  }

  /** Forgets every key that begins with `prefix`. */
  clear(prefix: string): void {
    for (const key of this.#memory.keys()) if (key.startsWith(prefix)) this.#memory.delete(key)
    this.#database.run('DELETE FROM quotes WHERE substr(key, 1, ?) = ?', prefix.length, prefix)
  }

  #read(key: string): Quote | null {
    const row = this.#database.get('SELECT price, quoted_at FROM quotes WHERE key = ?', key)
    const { price, quoted_at: quotedAt } = row ?? {}
    return isWhole(price) && isWhole(quotedAt) ? dated(price, quotedAt) : null
  }
}

const dated = (price: Money, quotedAt: number): Quote => ({ price, quotedAt, expiresAt: quotedAt + LIFE_MS })

const isWhole = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
