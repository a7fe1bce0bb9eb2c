import type { Money } from '../../../../src-preload/contract/types/money.ts'
import type { Database } from '../../storage/database/Database.ts'
import type { Clock } from '../../world.ts'

/** A price from the service. */
export interface Quote {
  price: Money
  /** Milliseconds since the epoch, as is `expiresAt`. */
  quotedAt: number
  expiresAt: number
}

/** How long a price is valid: short enough that it is most likely still correct, long enough to fill in a form. */
const MAX_AGE_MS = 600_000
/** When this many prices are in memory, all of them are dropped; they stay in the table. */
const MAX_IN_MEMORY = 2000

/** Prices from the service, in memory and in the table `quotes`, so that a restart needs no new requests. */
export class QuoteStore {
  readonly #database: Database
  readonly #clock: Clock
  readonly #memory = new Map<string, Quote>()

  constructor({ database, clock }: { database: Database; clock: Clock }) {
    this.#database = database
    this.#clock = clock
  }

  /** The price for a key; null when there is none or it is out of date. */
  find(key: string): Quote | null {
    const quote = this.#memory.get(key) ?? this.#read(key)
    // A quote from the future means that the clock was set back, so its age is unknown.
    const { quotedAt = 0, expiresAt = 0 } = quote ?? {}
    const now = this.#clock.now()
    return quote && quotedAt <= now && now < expiresAt ? quote : null
  }

  /** The price for a key even if it is out of date; null when there is none. Each `save` deletes outdated prices from the table. */
  findLast(key: string): (Quote & { isCurrent: boolean }) | null {
    const quote = this.#memory.get(key) ?? this.#read(key)
    return quote && { ...quote, isCurrent: this.find(key) !== null }
  }

  /** Keeps a price in memory with the current time, so that it is known even if saving fails. */
  remember(key: string, price: Money): Quote {
    const quote = quoteAt(price, this.#clock.now())
    if (this.#memory.size >= MAX_IN_MEMORY) this.#memory.clear()
    this.#memory.set(key, quote)
    return quote
  }

  /** Writes a price to the table, and deletes outdated prices there. */
  save(key: string, { price, quotedAt }: Quote): void {
    this.#database.transaction(() => {
      this.#database.run(
        'DELETE FROM quotes WHERE quoted_at <= ? OR quoted_at > ?',
        quotedAt - MAX_AGE_MS,
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

  /** Deletes every key that starts with `prefix`. */
  clear(prefix: string): void {
    for (const key of this.#memory.keys()) if (key.startsWith(prefix)) this.#memory.delete(key)
    this.#database.run('DELETE FROM quotes WHERE substr(key, 1, ?) = ?', prefix.length, prefix)
  }

  #read(key: string): Quote | null {
    const row = this.#database.get('SELECT price, quoted_at FROM quotes WHERE key = ?', key)
    const { price, quoted_at: quotedAt } = row ?? {}
    return isNonNegativeInteger(price) && isNonNegativeInteger(quotedAt) ? quoteAt(price, quotedAt) : null
  }
}

const quoteAt = (price: Money, quotedAt: number): Quote => ({
  price,
  quotedAt,
  expiresAt: quotedAt + MAX_AGE_MS,
})

const isNonNegativeInteger = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
