import { z } from 'zod'
import { connectionErrors, StudioError } from '../../../src-preload/contract/errors.ts'
import type { KeychainStatus } from '../../../src-preload/contract/types/connection.ts'
import type { Clock, Keychain, Log } from '../world.ts'

/** A keychain that has not answered for so long is probably asking the person something. */
const WAITING_AFTER_MS = 1_500
const READ_WAIT_MS = 60_000
const WRITE_WAIT_MS = 20_000
/** After a refusal (a prompt was dismissed, say) the keychain is left alone for so long. */
const REFUSED_FOR_MS = 15_000

/** Connections whose key is not, or may not be, in the keychain under their id; kept over restarts. */
export interface Unkept {
  has: (id: string) => boolean
  mark: (id: string) => void
  unmark: (id: string) => void
}

/** A key with the origin it was entered for: it is never given out for another one, whatever the database says. */
interface BoundKey {
  origin: string
  key: string
}

const entrySchema = z.strictObject({ origin: z.string(), key: z.string().min(1) })

interface VaultParts {
  keychain: Keychain
  clock: Clock
  log: Log
  unkept: Unkept
  /** The keychain's state or the place of a key has changed. */
  onChange: () => void
}

/**
 * Keys by connection, each bound to an origin: in the OS keychain where there is one, else in memory for this session, never on disk. The keychain
 * is first touched when a key is needed; one that hangs keeps only those waiting who need a key from it, and not for ever.
 */
export class KeyVault {
  readonly #parts: VaultParts
  readonly #session = new Map<string, BoundKey>()
  readonly #known = new Map<string, BoundKey>()
  readonly #absent = new Set<string>()
  readonly #unbound = new Set<string>()
  readonly #reads = new Map<string, Promise<BoundKey | null>>()
  #status: KeychainStatus = { state: 'untouched' }
  #refusedUntil = 0

  constructor(parts: VaultParts) {
    this.#parts = parts
  }

  status(): KeychainStatus {
    return this.#status
  }

  /** Where the key of a saved connection is, as far as is known without asking the keychain. */
  place(id: string): 'keychain' | 'session' | 'missing' {
    if (this.#session.has(id)) return 'session'
    if (this.#known.has(id)) return 'keychain'
    return this.#absent.has(id) || this.#parts.unkept.has(id) ? 'missing' : 'keychain'
  }

  /**
   * The key for an origin, or null where there is none. Reads of the same key share one call; only a key that was found is
   * remembered.
   * @throws StudioError `key_missing` with `params.reason`: `keychain_unavailable`, `keychain_waiting`, or `other_address` where
   * the key was entered for another origin.
   */
  async read(id: string, origin: string): Promise<string | null> {
    const known = this.#session.get(id) ?? this.#known.get(id)
    if (known !== undefined) return keyFor(origin, known)
    if (this.#parts.unkept.has(id)) return null
    if (this.#parts.clock.now() < this.#refusedUntil)
      throw missing('keychain_unavailable', this.#status.detail)
    let reading = this.#reads.get(id)
    if (!reading) {
      reading = this.#ask(id, origin).finally(() => this.#reads.delete(id))
      this.#reads.set(id, reading)
    }
    const bound = await this.#within(READ_WAIT_MS, reading)
    if (bound === 'late') throw missing('keychain_waiting', this.#status.detail)
    return bound.found && keyFor(origin, bound.found)
  }

  /** Whether an entry of an earlier version was read that could not be bound to its origin in the keychain. */
  hasUnbound(): boolean {
    return this.#unbound.size > 0
  }

  /** Takes a key. It can be used at once, and is in the keychain or, where that fails, in this session when this resolves. */
  async write(id: string, bound: BoundKey): Promise<void> {
    const { keychain, unkept, log } = this.#parts
    log.hide?.(bound.key)
    // Until it is replaced, the keychain may hold an older key, perhaps of another address.
    unkept.mark(id)
    this.#known.delete(id)
    this.#absent.delete(id)
    this.#session.set(id, bound)
    const keep = async (): Promise<void> => {
      try {
        await this.#watched(() => keychain.set(id, JSON.stringify(bound)))
      } catch (error) {
        return log.warn('key kept for this session only', { reason: wordsOf(error) })
      }
      if (this.#session.get(id) !== bound) return
      this.#session.delete(id)
      this.#known.set(id, bound)
      unkept.unmark(id)
      this.#parts.onChange()
    }
    await this.#within(WRITE_WAIT_MS, keep())
  }

  /** Forgets a key for good; where the keychain fails, it stays there under an id that is never used again. */
  async delete(id: string): Promise<void> {
    const { keychain, unkept, log } = this.#parts
    this.#session.delete(id)
    this.#known.delete(id)
    this.#absent.delete(id)
    unkept.unmark(id)
    const deleting = this.#watched(() => keychain.delete(id)).catch((error: unknown) =>
      log.warn('key could not be removed from the keychain', { reason: wordsOf(error) }),
    )
    await this.#within(WRITE_WAIT_MS, deleting)
  }

  /** The person has asked for something: a keychain that refused may be asked again. */
  forgive(): void {
    this.#refusedUntil = 0
  }

  async #ask(id: string, origin: string): Promise<BoundKey | null> {
    const { keychain, clock, unkept, onChange } = this.#parts
    try {
      const entry = await this.#watched(() => keychain.get(id))
      if (this.#session.has(id) || unkept.has(id)) return this.#session.get(id) ?? null
      const bound = entry ? await this.#bind(id, origin, entry) : null
      const before = this.place(id)
      if (bound) this.#known.set(id, bound)
      else this.#absent.add(id)
      if (this.place(id) !== before) onChange()
      return bound
    } catch (error) {
      this.#refusedUntil = clock.now() + REFUSED_FOR_MS
      throw missing('keychain_unavailable', wordsOf(error))
    }
  }

  /** An entry of the keychain. One without an origin is from an earlier version: it is bound to this one and written back. */
  async #bind(id: string, origin: string, entry: string): Promise<BoundKey> {
    const { keychain, log } = this.#parts
    const kept = entrySchema.safeParse(parsed(entry)).data
    log.hide?.(kept?.key ?? entry)
    if (kept) return kept
    const bound = { origin, key: entry }
    try {
      await keychain.set(id, JSON.stringify(bound))
    } catch (error) {
      this.#unbound.add(id)
      log.warn('key could not be bound to its address', { reason: wordsOf(error) })
    }
    return bound
  }

  /** Runs a keychain call and keeps the state by how it goes. */
  async #watched<T>(call: () => Promise<T>): Promise<T> {
    const stopWatching = this.#parts.clock.after(WAITING_AFTER_MS, () =>
      this.#setStatus({ state: 'waiting' }),
    )
    try {
      const result = await call()
      this.#setStatus({ state: 'available' })
      return result
    } catch (error) {
      this.#setStatus({ state: 'unavailable', detail: wordsOf(error) })
      throw error
    } finally {
      stopWatching()
    }
  }

  #setStatus(status: KeychainStatus): void {
    const changed = status.state !== this.#status.state || status.detail !== this.#status.detail
    this.#status = status
    if (changed) this.#parts.onChange()
  }

  #within<T>(ms: number, work: Promise<T>): Promise<'late' | { found: T }> {
    return new Promise((resolve, reject) => {
      const cancel = this.#parts.clock.after(ms, () => resolve('late'))
      work.then((found) => resolve({ found }), reject).finally(cancel)
    })
  }
}

function keyFor(origin: string, bound: BoundKey): string {
  if (bound.origin === origin) return bound.key
  throw new StudioError({
    code: connectionErrors.keyMissing,
    money: 'none',
    params: { reason: 'other_address', entered: bound.origin, address: origin },
  })
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const wordsOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 300)

const missing = (reason: string, detail: string | undefined): StudioError =>
  new StudioError({
    code: connectionErrors.keyMissing,
    money: 'none',
    params: { reason, ...(detail ? { detail } : {}) },
  })
