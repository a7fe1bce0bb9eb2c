import { connectionErrors, StudioError } from '../../../src-preload/contract/errors.ts'
import type {
  Connection,
  ConnectionVerdict,
  KeychainStatus,
} from '../../../src-preload/contract/types/connection.ts'
import type { Emit } from '../events.ts'
import type { Access, Exchange } from '../service/Exchange.ts'
import type { Database } from '../storage/Database.ts'
import type { Clock, Keychain, Log, SandboxPort } from '../world.ts'
import { cleanKey } from './cleanKey.ts'
import { ConnectionTable, type StoredConnection } from './ConnectionTable.ts'
import { connectionVerdict } from './connectionVerdict.ts'
import { environmentId } from './environmentId.ts'
import { KeyVault } from './KeyVault.ts'
import { serviceAddress } from './serviceAddress.ts'
import { storedCurrent, storedKeysBound, storedUnkept } from './settingRows.ts'

export const SANDBOX_ID = 'sandbox'

interface ConnectionsParts {
  database: Database
  keychain: Keychain
  sandbox: SandboxPort
  environment: { address: string; key: string } | null
  client: { get: (access: Access, path: string) => Promise<Exchange> }
  clock: Clock
  uuid: () => string
  emit: Emit
  log: Log
  /** The connection now means another account, or none: what was learnt through it no longer holds. */
  onAccessChanged: (id: string) => void
}

/** Where the studio may send requests and with which key. Addresses are rows; keys are the vault's. */
export class Connections {
  readonly #parts: ConnectionsParts
  readonly #table: ConnectionTable
  readonly #vault: KeyVault
  readonly #current: ReturnType<typeof storedCurrent>
  readonly #keysBound: ReturnType<typeof storedKeysBound>
  /** Whether this run goes by the environment's connection; the stored choice stays for other runs. */
  #inEnvironment: boolean

  constructor(parts: ConnectionsParts) {
    this.#parts = parts
    this.#table = new ConnectionTable(parts.database)
    this.#current = storedCurrent(parts.database)
    this.#keysBound = storedKeysBound(parts.database)
    this.#inEnvironment = parts.environment !== null
    this.#vault = new KeyVault({
      keychain: parts.keychain,
      clock: parts.clock,
      log: parts.log,
      unkept: storedUnkept(parts.database),
      onChange: () => this.#changed(),
    })
  }

  list(): Connection[] {
    const environment = this.#environment()
    const saved = this.#table.all().map((row) => this.#shown(row))
    return environment ? [environment, ...saved] : saved
  }

  current(): Connection | null {
    return this.list().find((connection) => connection.current) ?? null
  }

  keychainStatus(): KeychainStatus {
    return this.#vault.status()
  }

  /**
   * Saves a connection and makes it the current one, unless `use` is false: then it is only kept.
   * @throws StudioError `connection_bad_address`, `invalid_input` (a key that is none).
   */
  async add(input: {
    name: string
    address: string
    key: string
    use?: boolean | undefined
  }): Promise<Connection> {
    const key = cleanKey(input.key)
    const row: StoredConnection = {
      id: this.#parts.uuid(),
      name: input.name.trim(),
      address: serviceAddress(input.address),
      kind: 'remote',
    }
    this.#table.insert(row, this.#parts.clock.now())
    await this.#vault.write(row.id, { origin: originOf(row.address), key })
    if (input.use !== false) return this.select(row.id)
    this.#changed()
    return this.#found(row.id)
  }

  /**
   * Changes a saved connection. A new address wants the key again: the old one was given to the old address alone.
   * @throws StudioError as `add` does, and `connection_not_found`, `connection_fixed`, `key_missing` (`address_changed`).
   */
  async update(input: {
    id: string
    name?: string | undefined
    address?: string | undefined
    key?: string | undefined
  }): Promise<Connection> {
    const row = this.#saved(input.id)
    const address = input.address === undefined ? row.address : serviceAddress(input.address)
    if (row.kind === 'sandbox' && (input.key !== undefined || input.address !== undefined)) throw fixed()
    const key = input.key === undefined ? null : cleanKey(input.key)
    if (address !== row.address && key === null) throw keyMissing('address_changed')
    const changed = { ...row, address, name: input.name?.trim() ?? row.name }
    // The row changes in the same breath as the key: no request ever meets the new address with the old key.
    const kept = key === null ? null : this.#vault.write(row.id, { origin: originOf(address), key })
    this.#table.update(changed)
    if (kept) this.#parts.onAccessChanged(row.id)
    await kept
    this.#changed()
    return this.#shown(changed)
  }

  /**
   * Binds the keys that an earlier version left without an origin to the addresses of their connections. Touches the keychain
   * only in a library that has connections, and never again once all are bound. Never rejects: what fails is left for the next start.
   */
  async bindOldKeys(): Promise<void> {
    if (this.#keysBound.get()) return
    try {
      for (const { id, kind, address } of this.#table.all())
        if (kind === 'remote') await this.#vault.read(id, originOf(address))
      if (!this.#vault.hasUnbound()) this.#keysBound.set()
    } catch (error) {
      this.#parts.log.warn('keys of an earlier version are not bound yet', { error: String(error) })
    }
  }

  /**
   * Removes a connection and its key. Its jobs and results stay under its name; jobs still open can then no longer be
   * asked about. If it was the current one there is no current one, for no other was chosen.
   */
  async remove(id: string): Promise<void> {
    const row = this.#saved(id)
    this.#table.remove(id)
    if (this.#current.get() === id) this.#current.set(null)
    this.#parts.onAccessChanged(id)
    this.#changed()
    if (row.kind === 'remote') await this.#vault.delete(id)
  }

  /** Makes it the current one. @throws StudioError `connection_not_found`. */
  select(id: string): Connection {
    this.#inEnvironment = id === this.#environment()?.id
    if (!this.#inEnvironment) this.#current.set(this.#saved(id).id)
    this.#vault.forgive()
    this.#changed()
    return this.#found(id)
  }

  /** Starts the sandbox service and makes it the current connection. @throws StudioError `sandbox_unavailable`. */
  async useSandbox(): Promise<Connection> {
    await this.#startSandbox()
    if (!this.#table.find(SANDBOX_ID)) {
      const row: StoredConnection = { id: SANDBOX_ID, name: 'Sandbox', address: '', kind: 'sandbox' }
      this.#table.insert(row, this.#parts.clock.now())
    }
    return this.select(SANDBOX_ID)
  }

  /** Tries a saved connection, or an address and key not saved yet, with the first page of models. */
  async test(target: { id: string } | { address: string; key: string }): Promise<ConnectionVerdict> {
    this.#vault.forgive()
    const access = 'id' in target ? await this.access(target.id) : unsaved(target)
    this.#parts.log.hide?.(access.key)
    return connectionVerdict(await this.#parts.client.get(access, 'models?per_page=1'))
  }

  /**
   * Address and key for a request; never for the window. Starts the sandbox where it is the sandbox's.
   * @throws StudioError `connection_not_found`, `key_missing` (`other_address`: it was entered for another origin), `sandbox_unavailable`, `connection_bad_address`.
   */
  async access(id: string): Promise<Access> {
    const { environment } = this.#parts
    if (environment && id === this.#environment()?.id) {
      const address = serviceAddress(environment.address)
      return { connectionId: id, address, key: cleanKey(environment.key) }
    }
    const asked = this.#saved(id)
    if (asked.kind === 'sandbox') return { connectionId: id, ...(await this.#startSandbox()) }
    // While the keychain was asked, the address may have changed, and the key with it.
    const hasMoved = (): boolean => this.#saved(id).address !== asked.address
    try {
      const key = await this.#vault.read(id, originOf(asked.address))
      if (hasMoved()) return await this.access(id)
      if (key === null) throw keyMissing('not_kept')
      return { connectionId: id, address: asked.address, key }
    } catch (error) {
      if (hasMoved()) return this.access(id)
      throw error
    }
  }

  #saved(id: string): StoredConnection {
    if (id === this.#environment()?.id) throw fixed()
    const row = this.#table.find(id)
    if (!row) throw new StudioError({ code: connectionErrors.notFound, money: 'none' })
    return row
  }

  #found(id: string): Connection {
    const connection = this.list().find((one) => one.id === id)
    if (!connection) throw new StudioError({ code: connectionErrors.notFound, money: 'none' })
    return connection
  }

  #shown(row: StoredConnection): Connection {
    const current = !this.#inEnvironment && this.#current.get() === row.id
    return { ...row, current, key: row.kind === 'sandbox' ? 'sandbox' : this.#vault.place(row.id) }
  }

  #environment(): Connection | null {
    const { environment } = this.#parts
    if (!environment) return null
    let address = ''
    try {
      address = serviceAddress(environment.address)
    } catch {
      // An address that is none says so when it is used; what stands in its place may be a secret.
    }
    const shown = { id: environmentId(address), name: 'Environment', address, kind: 'environment' as const }
    return { ...shown, current: this.#inEnvironment, key: 'environment' }
  }

  /** The host knows whether it runs already, or has died meanwhile. */
  async #startSandbox(): Promise<{ address: string; key: string }> {
    try {
      return await this.#parts.sandbox.start()
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error)
      throw new StudioError({ code: connectionErrors.sandboxUnavailable, money: 'none', params: { detail } })
    }
  }

  #changed(): void {
    this.#parts.emit({ type: 'connections.changed' })
  }
}

/** Scheme, host and port: what a key is bound to. A row that was tampered with may hold no address at all. */
const originOf = (address: string): string => URL.parse(address)?.origin ?? address

const unsaved = (target: { address: string; key: string }): Access => ({
  connectionId: '',
  address: serviceAddress(target.address),
  key: cleanKey(target.key),
})

const fixed = () => new StudioError({ code: connectionErrors.fixed, money: 'none' })
const keyMissing = (reason: string) =>
  new StudioError({ code: connectionErrors.keyMissing, money: 'none', params: { reason } })
