import { z } from 'zod'
import { connectionErrors, StudioError } from '../../../../src-preload/contract/errors.ts'
import type { KeychainStatus } from '../../../../src-preload/contract/types/connection.ts'
import type { Clock, Keychain, Log } from '../../world.ts'

/** After this time without a response, the keychain is probably showing a prompt to the user. */
const SLOW_AFTER_MS = 1_500
const READ_TIMEOUT_MS = 60_000
const WRITE_TIMEOUT_MS = 20_000
/** How long the keychain is not called after it failed, for example because the user dismissed a prompt. */
const REFUSAL_BACKOFF_MS = 15_000

/** Connections whose key may not be in the keychain under their id. Stored persistently. */
export interface UnstoredKeys {
  has: (id: string) => boolean
  mark: (id: string) => void
  unmark: (id: string) => void
}

/** A key with the origin that it was entered for. It is never used for another origin, even if the database is changed. */
interface BoundKey {
  origin: string
  key: string
}

const entrySchema = z.strictObject({ origin: z.string(), key: z.string().min(1) })

interface VaultDependencies {
  keychain: Keychain
  clock: Clock
  log: Log
  unstored: UnstoredKeys
  /** The status of the keychain or the location of a key has changed. */
  onChange: () => void
}

/**
 * Keys by connection, each bound to an origin. Stored in the OS keychain if available, otherwise in memory for this session, never on
 * disk. The keychain is only called when a key is needed. If it hangs, only the callers that need a key wait, until a timeout.
 */
export class KeyVault {
  readonly #dependencies: VaultDependencies
  readonly #session = new Map<string, BoundKey>()
  readonly #stored = new Map<string, BoundKey>()
  readonly #absent = new Set<string>()
  readonly #unbound = new Set<string>()
  readonly #reads = new Map<string, Promise<BoundKey | null>>()
  #status: KeychainStatus = { state: 'untouched' }
  #refusedUntil = 0

  constructor(dependencies: VaultDependencies) {
    this.#dependencies = dependencies
  }

  status(): KeychainStatus {
    return this.#status
  }

  /** The location of a connection's key, as far as known without calling the keychain. */
  location(id: string): 'keychain' | 'session' | 'missing' {
    if (this.#session.has(id)) return 'session'
    if (this.#stored.has(id)) return 'keychain'
    return this.#absent.has(id) || this.#dependencies.unstored.has(id) ? 'missing' : 'keychain'
  }

  /**
   * The key for an origin, or null if there is none. Concurrent reads of the same key share one call; only found keys are cached.
   * @throws StudioError `key_missing` with `params.reason`: `keychain_unavailable`, `keychain_waiting`, or `other_address` if the key was
   * entered for another origin.
   */
  async read(id: string, origin: string): Promise<string | null> {
    const cached = this.#session.get(id) ?? this.#stored.get(id)
    if (cached !== undefined) return keyFor(origin, cached)
    if (this.#dependencies.unstored.has(id)) return null
    if (this.#dependencies.clock.now() < this.#refusedUntil)
      throw keyMissing('keychain_unavailable', this.#status.detail)
    let reading = this.#reads.get(id)
    if (!reading) {
      reading = this.#readKeychain(id, origin).finally(() => this.#reads.delete(id))
      this.#reads.set(id, reading)
    }
    const bound = await this.#withTimeout(READ_TIMEOUT_MS, reading)
    if (bound === 'late') throw keyMissing('keychain_waiting', this.#status.detail)
    return bound.found && keyFor(origin, bound.found)
  }

  /** Whether an entry of an earlier version could not be bound to its origin in the keychain. */
  hasUnbound(): boolean {
    return this.#unbound.size > 0
  }

  /**
   * Stores a key, which can be used immediately. When this resolves, the key is in the keychain, or in memory for this session if that
   * failed.
   */
  async write(id: string, bound: BoundKey): Promise<void> {
    const { keychain, unstored, log } = this.#dependencies
    log.addSecret?.(bound.key)
    // Until the new key is stored, the keychain may hold an older key, possibly for another address.
    unstored.mark(id)
    this.#stored.delete(id)
    this.#absent.delete(id)
    this.#session.set(id, bound)
    const store = async (): Promise<void> => {
      try {
        await this.#tracked(() => keychain.set(id, JSON.stringify(bound)))
      } catch (error) {
        return log.warn('key stored for this session only', { reason: messageOf(error) })
      }
      if (this.#session.get(id) !== bound) return
      this.#session.delete(id)
      this.#stored.set(id, bound)
      unstored.unmark(id)
      this.#dependencies.onChange()
    }
    await this.#withTimeout(WRITE_TIMEOUT_MS, store())
  }

  /** Deletes a key. If the keychain fails, the key stays there under an id that is never used again. */
  async delete(id: string): Promise<void> {
    const { keychain, unstored, log } = this.#dependencies
    this.#session.delete(id)
    this.#stored.delete(id)
    this.#absent.delete(id)
    unstored.unmark(id)
    const deleting = this.#tracked(() => keychain.delete(id)).catch((error: unknown) =>
      log.warn('key could not be removed from the keychain', { reason: messageOf(error) }),
    )
    await this.#withTimeout(WRITE_TIMEOUT_MS, deleting)
  }

  /** Allows another call to a keychain that failed, because of an action by the user. */
  allowRetry(): void {
    this.#refusedUntil = 0
  }

  async #readKeychain(id: string, origin: string): Promise<BoundKey | null> {
    const { keychain, clock, unstored, onChange } = this.#dependencies
    try {
      const entry = await this.#tracked(() => keychain.get(id))
      if (this.#session.has(id) || unstored.has(id)) return this.#session.get(id) ?? null
      const bound = entry ? await this.#bind(id, origin, entry) : null
      const before = this.location(id)
      if (bound) this.#stored.set(id, bound)
      else this.#absent.add(id)
      if (this.location(id) !== before) onChange()
      return bound
    } catch (error) {
      this.#refusedUntil = clock.now() + REFUSAL_BACKOFF_MS
      throw keyMissing('keychain_unavailable', messageOf(error))
    }
  }

  /** Parses an entry of the keychain. An entry of an earlier version has no origin: it is bound to this one and written back. */
  async #bind(id: string, origin: string, entry: string): Promise<BoundKey> {
    const { keychain, log } = this.#dependencies
    const entryData = entrySchema.safeParse(parseJson(entry)).data
    log.addSecret?.(entryData?.key ?? entry)
    if (entryData) return entryData
    const bound = { origin, key: entry }
    try {
      await keychain.set(id, JSON.stringify(bound))
    } catch (error) {
      this.#unbound.add(id)
      log.warn('key could not be bound to its address', { reason: messageOf(error) })
    }
    return bound
  }

  /** Runs a keychain call and updates the status. */
  async #tracked<T>(call: () => Promise<T>): Promise<T> {
    const stopWatching = this.#dependencies.clock.after(SLOW_AFTER_MS, () =>
      this.#setStatus({ state: 'waiting' }),
    )
    try {
      const result = await call()
      this.#setStatus({ state: 'available' })
      return result
    } catch (error) {
      this.#setStatus({ state: 'unavailable', detail: messageOf(error) })
      throw error
    } finally {
      stopWatching()
    }
  }

  #setStatus(status: KeychainStatus): void {
    const changed = status.state !== this.#status.state || status.detail !== this.#status.detail
    this.#status = status
    if (changed) this.#dependencies.onChange()
  }

  #withTimeout<T>(ms: number, work: Promise<T>): Promise<'late' | { found: T }> {
    return new Promise((resolve, reject) => {
      const cancel = this.#dependencies.clock.after(ms, () => resolve('late'))
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

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 300)

const keyMissing = (reason: string, detail: string | undefined): StudioError =>
  new StudioError({
    code: connectionErrors.keyMissing,
    money: 'none',
    params: { reason, ...(detail ? { detail } : {}) },
  })
