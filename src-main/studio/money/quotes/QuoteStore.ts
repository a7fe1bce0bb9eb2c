import type { Money } from '../../../../src-preload/contract/types/money.ts'
import { isOlderThan, SEND_AGE_MS } from '../../../../src-preload/shared/quoteAge.ts'
import type { Database } from '../../storage/database/Database.ts'
import type { Clock } from '../../world.ts'

/** A price from the service. */
export interface Quote {
  price: Money
  /** Milliseconds since the epoch. */
  quotedAt: number
}

/** When this many prices are in memory, all of them are dropped; they stay in the table. */
const MAX_IN_MEMORY = 2000

/** Prices from the service, in memory and in the table `quotes`, so that a restart knows their age and requests only what is old. */
export class QuoteStore {
  readonly #database: Database
  readonly #clock: Clock
  readonly #memory = new Map<string, Quote>()

  constructor({ database, clock }: { database: Database; clock: Clock }) {
    this.#database = database
    this.#clock = clock
  }

  /** The price for a key that is at most `maxAgeMs` old; null when there is none. */
  find(key: string, maxAgeMs: number): Quote | null {
    const quote = this.findLast(key)
    return quote && !isOlderThan(maxAgeMs, quote.quotedAt, this.#clock.now()) ? quote : null
  }

  /** The last price for a key, however old; null when there is none. Each `save` deletes old prices from the table. */
  findLast(key: string): Quote | null {
    return this.#memory.get(key) ?? this.#read(key)
  }

  /** Keeps a price in memory with the current time, so that it is known even if saving fails. */
  remember(key: string, price: Money): Quote {
    const quote = { price, quotedAt: this.#clock.now() }
    if (this.#memory.size >= MAX_IN_MEMORY) this.#memory.clear()
    this.#memory.set(key, quote)
    return quote
  }

  /** Writes a price to the table, and deletes those there on which no job is sent any more. */
  save(key: string, { price, quotedAt }: Quote): void {
    this.#database.transaction(() => {
      this.#database.run(
        'DELETE FROM quotes WHERE quoted_at < ? OR quoted_at > ?',
        quotedAt - SEND_AGE_MS,
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
    return isNonNegativeInteger(price) && isNonNegativeInteger(quotedAt) ? { price, quotedAt } : null
  }
}

const isNonNegativeInteger = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
