import { connectionErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type {
  Connection,
  ConnectionVerdict,
  KeychainStatus,
} from '../../../../src-preload/contract/types/connection.ts'
import type { Emit } from '../../events.ts'
import type { Access, Exchange } from '../http/Exchange.ts'
import type { Database } from '../../storage/database/Database.ts'
import type { Clock, Keychain, Log, SandboxService } from '../../world.ts'
import { normalizeKey, createEnvironmentId, normalizeAddress } from './normalizeInput.ts'
import {
  ConnectionTable,
  type StoredConnection,
  createCurrentSetting,
  createKeysBoundSetting,
  createUnstoredKeysSetting,
} from './ConnectionTable.ts'
import { judgeConnection } from './ConnectionHealth.ts'
import { createKeyMissingError, KeyVault } from './KeyVault.ts'

export const SANDBOX_ID = 'sandbox'

interface ConnectionsDependencies {
  database: Database
  keychain: Keychain
  sandbox: SandboxService
  environment: { address: string; key: string } | null
  client: { get: (access: Access, path: string) => Promise<Exchange> }
  clock: Clock
  uuid: () => string
  emit: Emit
  log: Log
  /** Called when a connection's key or address changed, or it was removed. Cached data about its account is invalid. */
  onAccessChanged: (id: string) => void
}

/** The connections to services. Addresses are stored in the database, keys in the vault. */
export class Connections {
  readonly #dependencies: ConnectionsDependencies
  readonly #table: ConnectionTable
  readonly #vault: KeyVault
  readonly #current: ReturnType<typeof createCurrentSetting>
  readonly #keysBound: ReturnType<typeof createKeysBoundSetting>
  /** Whether this run uses the environment's connection. The stored choice is kept for other runs. */
  #usesEnvironment: boolean
  /** The last result of `getAccess`, by connection. */
  readonly #latestAccess = new Map<string, Access>()

  constructor(dependencies: ConnectionsDependencies) {
    this.#dependencies = dependencies
    this.#table = new ConnectionTable(dependencies.database)
    this.#current = createCurrentSetting(dependencies.database)
    this.#keysBound = createKeysBoundSetting(dependencies.database)
    this.#usesEnvironment = dependencies.environment !== null
    this.#vault = new KeyVault({
      keychain: dependencies.keychain,
      clock: dependencies.clock,
      log: dependencies.log,
      unstored: createUnstoredKeysSetting(dependencies.database),
      onChange: () => this.#emitChange(),
    })
  }

  list(): Connection[] {
    const environment = this.#getEnvironmentConnection()
    const saved = this.#table.all().map((row) => this.#toConnection(row))
    return environment ? [environment, ...saved] : saved
  }

  /** Null if it was removed. */
  find(id: string): Connection | null {
    const environment = this.#getEnvironmentConnection()
    if (id === environment?.id) return environment
    const row = this.#table.find(id)
    return row && this.#toConnection(row)
  }

  current(): Connection | null {
    if (this.#usesEnvironment) return this.#getEnvironmentConnection()
    const id = this.#current.get()
    return id === null ? null : this.find(id)
  }

  keychainStatus(): KeychainStatus {
    return this.#vault.status()
  }

  /**
   * Saves a connection, and makes it the current one unless `use` is false.
   * @throws StudioError `connection_bad_address`, `invalid_input` (an invalid key).
   */
  async add(input: {
    name: string
    address: string
    key: string
    use?: boolean | undefined
  }): Promise<Connection> {
    const key = normalizeKey(input.key)
    const row: StoredConnection = {
      id: this.#dependencies.uuid(),
      name: input.name.trim(),
      address: normalizeAddress(input.address),
      kind: 'remote',
    }
    this.#table.insert(row, this.#dependencies.clock.now())
    await this.#vault.write(row.id, { origin: getOrigin(row.address), key })
    if (input.use !== false) return this.select(row.id)
    this.#emitChange()
    return this.#getConnection(row.id)
  }

  /**
   * Changes a saved connection. A new address requires a key, because a key is bound to the address that it was entered for.
   * @throws StudioError as `add` does, and `connection_not_found`, `connection_fixed`, `key_missing` (`address_changed`).
   */
  async update(input: {
    id: string
    name?: string | undefined
    address?: string | undefined
    key?: string | undefined
  }): Promise<Connection> {
    const row = this.#getSavedRow(input.id)
    const address = input.address === undefined ? row.address : normalizeAddress(input.address)
    if (row.kind === 'sandbox' && (input.key !== undefined || input.address !== undefined))
      throw createNotEditableError()
    const key = input.key === undefined ? null : normalizeKey(input.key)
    if (address !== row.address && key === null) throw createKeyMissingError('address_changed')
    const changed = { ...row, address, name: input.name?.trim() ?? row.name }
    // The row and the key change synchronously, so that no request uses the new address with the old key.
    const written = key === null ? null : this.#vault.write(row.id, { origin: getOrigin(address), key })
    this.#table.update(changed)
    if (written) this.#onAccessChanged(row.id)
    await written
    this.#emitChange()
    return this.#toConnection(changed)
  }

  /**
   * Binds keys that an earlier version of Easel saved without an origin to the addresses of their connections. Doesn't call the keychain
   * if there are no connections or if all keys are bound. Never rejects. If the keychain fails, stops until the next start, so that the
   * user sees no further prompts.
   */
  async bindOldKeys(): Promise<void> {
    if (this.#keysBound.get()) return
    try {
      for (const { id, kind, address } of this.#table.all())
        if (kind === 'remote') await this.#vault.read(id, getOrigin(address)).catch(throwUnlessBoundElsewhere)
      if (!this.#vault.hasUnboundKeys()) this.#keysBound.set()
    } catch (error) {
      this.#dependencies.log.warn('Keys of an earlier version are not bound yet', { error: String(error) })
    }
  }

  /**
   * Removes a connection and its key. Its jobs and results are kept; unfinished jobs can no longer be polled. If it was the current
   * connection, there is no current one afterwards.
   */
  async remove(id: string): Promise<void> {
    const row = this.#getSavedRow(id)
    this.#table.remove(id)
    if (this.#current.get() === id) this.#current.set(null)
    this.#onAccessChanged(id)
    this.#emitChange()
    if (row.kind === 'remote') await this.#vault.delete(id)
  }

  /** Makes a connection the current one. @throws StudioError `connection_not_found`. */
  select(id: string): Connection {
    this.#usesEnvironment = id === this.#getEnvironmentConnection()?.id
    if (!this.#usesEnvironment) this.#current.set(this.#getSavedRow(id).id)
    this.#vault.allowRetry()
    this.#emitChange()
    return this.#getConnection(id)
  }

  /** Starts the sandbox service and makes it the current connection. @throws StudioError `sandbox_unavailable`. */
  async useSandbox(): Promise<Connection> {
    await this.#startSandbox()
    if (!this.#table.find(SANDBOX_ID)) {
      const row: StoredConnection = { id: SANDBOX_ID, name: 'Sandbox', address: '', kind: 'sandbox' }
      this.#table.insert(row, this.#dependencies.clock.now())
    }
    return this.select(SANDBOX_ID)
  }

  /** Tests a saved connection, or an unsaved address and key, by requesting the first page of models. */
  async test(target: { id: string } | { address: string; key: string }): Promise<ConnectionVerdict> {
    this.#vault.allowRetry()
    const access = 'id' in target ? await this.getAccess(target.id) : createUnsavedAccess(target)
    this.#dependencies.log.addSecret?.(access.key)
    return judgeConnection(await this.#dependencies.client.get(access, 'models?per_page=1'))
  }

  /**
   * The address and key for a request; must not be sent to the renderer. Starts the sandbox if needed.
   * @throws StudioError `connection_not_found`, `key_missing` (`other_address`: the key was entered for another origin),
   * `sandbox_unavailable`, `connection_bad_address`.
   */
  async getAccess(id: string): Promise<Access> {
    const access = await this.#resolveAccess(id)
    this.#latestAccess.set(id, access)
    return access
  }

  /** Whether a connection still has this address and key. If not, an exchange with them shows nothing about it. */
  isLatestAccess({ connectionId, address, key }: Access): boolean {
    const latest = this.#latestAccess.get(connectionId)
    return latest?.address === address && latest.key === key
  }

  async #resolveAccess(id: string): Promise<Access> {
    const { environment } = this.#dependencies
    if (environment && id === this.#getEnvironmentConnection()?.id) {
      const address = normalizeAddress(environment.address)
      return { connectionId: id, address, key: normalizeKey(environment.key) }
    }
    const row = this.#getSavedRow(id)
    if (row.kind === 'sandbox') return { connectionId: id, ...(await this.#startSandbox()) }
    // The address and the key may change while the keychain is being read.
    const hasAddressChanged = (): boolean => this.#getSavedRow(id).address !== row.address
    try {
      const key = await this.#vault.read(id, getOrigin(row.address))
      if (hasAddressChanged()) return await this.#resolveAccess(id)
      if (key === null) throw createKeyMissingError('not_kept')
      return { connectionId: id, address: row.address, key }
    } catch (error) {
      if (hasAddressChanged()) return this.#resolveAccess(id)
      throw error
    }
  }

  #getSavedRow(id: string): StoredConnection {
    if (id === this.#getEnvironmentConnection()?.id) throw createNotEditableError()
    const row = this.#table.find(id)
    if (!row) throw new StudioError({ code: connectionErrors.notFound, money: 'none' })
    return row
  }

  #getConnection(id: string): Connection {
    const connection = this.find(id)
    if (!connection) throw new StudioError({ code: connectionErrors.notFound, money: 'none' })
    return connection
  }

  #toConnection(row: StoredConnection): Connection {
    const current = !this.#usesEnvironment && this.#current.get() === row.id
    return { ...row, current, key: row.kind === 'sandbox' ? 'sandbox' : this.#vault.locate(row.id) }
  }

  #getEnvironmentConnection(): Connection | null {
    const { environment } = this.#dependencies
    if (!environment) return null
    let address = ''
    try {
      address = normalizeAddress(environment.address)
    } catch {
      // An invalid address is reported when it is used. It is not shown, because it may contain a secret.
    }
    const connection = {
      id: createEnvironmentId(address),
      name: 'Environment',
      address,
      kind: 'environment' as const,
    }
    return { ...connection, current: this.#usesEnvironment, key: 'environment' }
  }

  /** Starts the sandbox, or returns the running one. */
  async #startSandbox(): Promise<{ address: string; key: string }> {
    try {
      return await this.#dependencies.sandbox.start()
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error)
      throw new StudioError({ code: connectionErrors.sandboxUnavailable, money: 'none', params: { detail } })
    }
  }

  #onAccessChanged(id: string): void {
    this.#latestAccess.delete(id)
    this.#dependencies.onAccessChanged(id)
  }

  #emitChange(): void {
    this.#dependencies.emit({ type: 'connections.changed' })
  }
}

/** The origin that a key is bound to. A tampered row may not contain a valid address. */
const getOrigin = (address: string): string => URL.parse(address)?.origin ?? address

/** Ignores the error that a key is bound to another address than its connection has. */
function throwUnlessBoundElsewhere(error: unknown): void {
  const problem = error instanceof StudioError ? error.problem : null
  if (problem?.code !== connectionErrors.keyMissing || problem.params?.reason !== 'other_address') throw error
}

const createUnsavedAccess = (target: { address: string; key: string }): Access => ({
  connectionId: '',
  address: normalizeAddress(target.address),
  key: normalizeKey(target.key),
})

const createNotEditableError = () => new StudioError({ code: connectionErrors.fixed, money: 'none' })
