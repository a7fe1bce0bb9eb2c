import { z } from 'zod'
import { connectionErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { KeychainStatus } from '../../../../src-preload/contract/types/connection.ts'
import type { MissingKeyReason, ProblemParams } from '../../../../src-preload/contract/problemParams.ts'
import type { Clock, Keychain, Log } from '../../world.ts'

/** After this time without a response, the keychain is probably showing a prompt to the user. */
const SLOW_AFTER_MS = 1_500
const READ_TIMEOUT_MS = 60_000
const DELETE_TIMEOUT_MS = 20_000
/** How long the keychain is not called after it failed, for example because the user dismissed a prompt. */
const FAILURE_BACKOFF_MS = 15_000

/** Connections whose current key is not known to be in the keychain under their id. Stored persistently. */
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
  /** Called when the status of the keychain or the location of a key has changed. */
  onChange: () => void
}

/**
 * Keys by connection, each bound to an origin. Stored in the OS keychain if available, otherwise in memory for this session, never on
 * disk. The keychain is only called when a key is needed. If it hangs, only the callers that need a key wait, until a timeout.
 */
export class KeyVault {
  readonly #dependencies: VaultDependencies
  /** Keys that are not in the keychain, by connection. */
  readonly #sessionKeys = new Map<string, BoundKey>()
  /** Keys that are also in the keychain, by connection. */
  readonly #storedKeys = new Map<string, BoundKey>()
  /** Connections for which the keychain has no key. */
  readonly #absentIds = new Set<string>()
  /** Connections whose keys of an earlier version could not be bound to an origin. */
  readonly #unboundIds = new Set<string>()
  /** Connections that were removed. A read that began before must not store their key again. */
  readonly #deletedIds = new Set<string>()
  /** Running reads of the keychain, by connection. */
  readonly #reads = new Map<string, Promise<BoundKey | null>>()
  #status: KeychainStatus = { state: 'untouched' }
  #unavailableUntil = 0

  constructor(dependencies: VaultDependencies) {
    this.#dependencies = dependencies
  }

  status(): KeychainStatus {
    return this.#status
  }

  /** Where a connection's key is, as far as known without calling the keychain. */
  locate(id: string): 'keychain' | 'session' | 'missing' {
    if (this.#sessionKeys.has(id)) return 'session'
    if (this.#storedKeys.has(id)) return 'keychain'
    return this.#absentIds.has(id) || this.#dependencies.unstored.has(id) ? 'missing' : 'keychain'
  }

  /**
   * The key for an origin, or null if there is none. Concurrent reads of the same key share one call; only found keys are cached.
   * @throws StudioError `key_missing` with the reason `keychain_unavailable`, `keychain_waiting`, or `other_address` if the key was entered
   * for another origin.
   */
  async read(id: string, origin: string): Promise<string | null> {
    const cached = this.#sessionKeys.get(id) ?? this.#storedKeys.get(id)
    if (cached !== undefined) return getKeyForOrigin(origin, cached)
    if (this.#dependencies.unstored.has(id)) return null
    if (this.#dependencies.clock.now() < this.#unavailableUntil)
      throw createKeyMissingError('keychain_unavailable', detailParam(this.#status.detail))
    let reading = this.#reads.get(id)
    if (!reading) {
      reading = this.#readKeychain(id, origin).finally(() => this.#reads.delete(id))
      this.#reads.set(id, reading)
    }
    const bound = await this.#withTimeout(READ_TIMEOUT_MS, reading)
    if (bound !== 'late') return bound.found && getKeyForOrigin(origin, bound.found)
    const entered = this.#sessionKeys.get(id)
    if (entered) return getKeyForOrigin(origin, entered)
    throw createKeyMissingError('keychain_waiting', detailParam(this.#status.detail))
  }

  /** Whether a key of an earlier version could not be written back to the keychain with its origin. */
  hasUnboundKeys(): boolean {
    return this.#unboundIds.size > 0
  }

  /**
   * Stores a key, which can be used immediately. When this resolves, the key is in the keychain, or in memory for this session if that
   * failed. If the keychain waits for the user, this resolves with the status `waiting`, and the key is stored once the user has responded.
   */
  async write(id: string, bound: BoundKey): Promise<void> {
    const { keychain, unstored, log } = this.#dependencies
    log.addSecret?.(bound.key)
    // Until the new key is stored, the keychain may hold an older key, possibly for another address.
    unstored.mark(id)
    this.#deletedIds.delete(id)
    this.#storedKeys.delete(id)
    this.#absentIds.delete(id)
    this.#sessionKeys.set(id, bound)
    const store = async (): Promise<void> => {
      try {
        await this.#runTracked(() => keychain.set(id, JSON.stringify(bound)))
      } catch (error) {
        return log.warn('key stored for this session only', { reason: describeError(error) })
      }
      if (this.#sessionKeys.get(id) !== bound) return
      this.#sessionKeys.delete(id)
      this.#storedKeys.set(id, bound)
      unstored.unmark(id)
      this.#dependencies.onChange()
    }
    await this.#withTimeout(SLOW_AFTER_MS, store())
  }

  /** Deletes a key. If the keychain fails, the key stays there under an id that is never used again. */
  async delete(id: string): Promise<void> {
    const { keychain, unstored, log } = this.#dependencies
    this.#deletedIds.add(id)
    this.#sessionKeys.delete(id)
    this.#storedKeys.delete(id)
    this.#absentIds.delete(id)
    unstored.unmark(id)
    const deleting = this.#runTracked(() => keychain.delete(id)).catch((error: unknown) =>
      log.warn('key could not be removed from the keychain', { reason: describeError(error) }),
    )
    await this.#withTimeout(DELETE_TIMEOUT_MS, deleting)
  }

  /** Ends the back-off after a keychain failure, because the user started an action that needs a key. */
  allowRetry(): void {
    this.#unavailableUntil = 0
  }

  async #readKeychain(id: string, origin: string): Promise<BoundKey | null> {
    const { keychain, clock, unstored, onChange } = this.#dependencies
    try {
      const entry = await this.#runTracked(() => keychain.get(id))
      if (this.#deletedIds.has(id)) return null
      if (this.#sessionKeys.has(id) || unstored.has(id)) return this.#sessionKeys.get(id) ?? null
      const bound = entry ? await this.#parseEntry(id, origin, entry) : null
      const before = this.locate(id)
      if (bound) this.#storedKeys.set(id, bound)
      else this.#absentIds.add(id)
      if (this.locate(id) !== before) onChange()
      return bound
    } catch (error) {
      this.#unavailableUntil = clock.now() + FAILURE_BACKOFF_MS
      // The key may have been entered while the keychain was waiting for the user.
      const entered = this.#sessionKeys.get(id)
      if (entered) return entered
      throw createKeyMissingError('keychain_unavailable', detailParam(describeError(error)))
    }
  }

  /** Parses an entry of the keychain. An entry of an earlier version has no origin: it is bound to this one and written back. */
  async #parseEntry(id: string, origin: string, entry: string): Promise<BoundKey> {
    const { keychain, log } = this.#dependencies
    const entryData = entrySchema.safeParse(parseJson(entry)).data
    log.addSecret?.(entryData?.key ?? entry)
    if (entryData) return entryData
    const bound = { origin, key: entry }
    try {
      await keychain.set(id, JSON.stringify(bound))
    } catch (error) {
      this.#unboundIds.add(id)
      log.warn('key could not be bound to its address', { reason: describeError(error) })
    }
    return bound
  }

  /** Runs a keychain call and updates the status by its outcome. */
  async #runTracked<T>(call: () => Promise<T>): Promise<T> {
    const stopWatching = this.#dependencies.clock.after(SLOW_AFTER_MS, () =>
      this.#setStatus({ state: 'waiting' }),
    )
    try {
      const result = await call()
      this.#setStatus({ state: 'available' })
      return result
    } catch (error) {
      this.#setStatus({ state: 'unavailable', detail: describeError(error) })
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

  /** `late` if the work has not settled after `ms`; otherwise its result, or its rejection. */
  #withTimeout<T>(ms: number, work: Promise<T>): Promise<'late' | { found: T }> {
    return new Promise((resolve, reject) => {
      const cancel = this.#dependencies.clock.after(ms, () => resolve('late'))
      work.then((found) => resolve({ found }), reject).finally(cancel)
    })
  }
}

function getKeyForOrigin(origin: string, bound: BoundKey): string {
  if (bound.origin === origin) return bound.key
  throw createKeyMissingError('other_address', { entered: bound.origin, address: origin })
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const describeError = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 300)

type KeyMissingParams = ProblemParams['key_missing']

/** `params`: what the message for this reason mentions. */
export const createKeyMissingError = (
  reason: MissingKeyReason,
  params: Omit<KeyMissingParams, 'reason'> = {},
): StudioError =>
  new StudioError({ code: connectionErrors.keyMissing, money: 'none', params: { reason, ...params } })

const detailParam = (detail: string | undefined): KeyMissingParams => (detail ? { detail } : {})
