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

interface VaultParts {
  keychain: Keychain
  clock: Clock
  log: Log
  unkept: Unkept
  /** The keychain's state or the place of a key has changed. */
  onChange: () => void
}

/**
 * Keys by connection: in the OS keychain where there is one, else in memory for this session, never on disk. The keychain
 * is first touched when a key is needed; one that hangs keeps only those waiting who need a key from it, and not for ever.
 */
export class KeyVault {
  readonly #parts: VaultParts
  readonly #session = new Map<string, string>()
  readonly #known = new Map<string, string>()
  readonly #absent = new Set<string>()
  readonly #reads = new Map<string, Promise<string | null>>()
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
   * The key, or null where there is none. Reads of the same key share one question; only a key that was found is remembered.
   * @throws StudioError `key_missing` with `params.reason`: `keychain_unavailable` or `keychain_waiting`.
   */
  async read(id: string): Promise<string | null> {
    const known = this.#session.get(id) ?? this.#known.get(id)
    if (known !== undefined) return known
    if (this.#parts.unkept.has(id)) return null
    if (this.#parts.clock.now() < this.#refusedUntil)
      throw missing('keychain_unavailable', this.#status.detail)
    let reading = this.#reads.get(id)
    if (!reading) {
      reading = this.#ask(id).finally(() => this.#reads.delete(id))
      this.#reads.set(id, reading)
    }
    const key = await this.#within(READ_WAIT_MS, reading)
    if (key === 'late') throw missing('keychain_waiting', this.#status.detail)
    return key.found
  }

  /** Takes a key. It can be used at once, and is in the keychain or, where that fails, in this session when this resolves. */
  async write(id: string, key: string): Promise<void> {
    const { keychain, unkept, log } = this.#parts
    // Until it is replaced, the keychain may hold an older key, perhaps of another address.
    unkept.mark(id)
    this.#known.delete(id)
    this.#absent.delete(id)
    this.#session.set(id, key)
    const keep = async (): Promise<void> => {
      try {
        await this.#watched(() => keychain.set(id, key))
      } catch (error) {
        return log.warn('key kept for this session only', { reason: wordsOf(error) })
      }
      if (this.#session.get(id) !== key) return
      this.#session.delete(id)
      this.#known.set(id, key)
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

  async #ask(id: string): Promise<string | null> {
    const { keychain, clock, unkept, onChange } = this.#parts
    try {
      const key = await this.#watched(() => keychain.get(id))
      if (this.#session.has(id) || unkept.has(id)) return this.#session.get(id) ?? null
      const before = this.place(id)
      if (key) this.#known.set(id, key)
      else this.#absent.add(id)
      if (this.place(id) !== before) onChange()
      return key || null
    } catch (error) {
      this.#refusedUntil = clock.now() + REFUSED_FOR_MS
      throw missing('keychain_unavailable', wordsOf(error))
    }
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

const wordsOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 300)

const missing = (reason: string, detail: string | undefined): StudioError =>
  new StudioError({
    code: connectionErrors.keyMissing,
    money: 'none',
    params: { reason, ...(detail ? { detail } : {}) },
  })
