import { formErrors, serviceErrors } from '../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../src-preload/shared/StudioError.ts'
import type { RouteOutput } from '../../../src-preload/contract/routes.ts'
import type { AssetKind, AssetUse } from '../../../src-preload/contract/types/asset.ts'
import { type Catalogue, runnableModelTypes, fieldsAccepting } from './Catalogue.ts'
import { buildForm } from './form/buildForm.ts'
import type { FieldRow, Operation } from './Operation.ts'
import type { ConnectionHealth } from '../service/connections/ConnectionHealth.ts'
import type { Clock } from '../world.ts'
import type { Models } from '../service/models/Models.ts'
import type { StudioEvents } from '../events.ts'

/** A list that is older than six hours is refreshed when it is shown. */
const MAX_AGE_MS = 6 * 3_600_000
/** A list from the last session is refreshed after this delay, so that the refresh doesn't slow down the start. */
const START_DELAY_MS = 3000
/** Waits after the first, second… failed refresh. The first is short, because many outages are brief. */
const RETRY_MS = [10_000, 60_000, 120_000, 240_000, 480_000]
/** Wait after every later failure. */
const MAX_RETRY_MS = 15 * 60_000

interface Dependencies {
  catalogue: Catalogue
  models: Models
  connections: { current: () => { id: string } | null }
  clock: Clock
  /** `health` probes unreachable connections. Their lists are refreshed when they recover. */
  health: Pick<ConnectionHealth, 'isDown' | 'onRecovered'>
  events: Pick<StudioEvents, 'emit'>
}

/** The models and operations of the current connection for the pickers. Showing an old list refreshes it. */
export class ModelListing {
  readonly #dependencies: Dependencies
  /** When the last refresh started or was scheduled, in milliseconds since the epoch, by connection. */
  readonly #lastAttempts = new Map<string, number>()
  readonly #retries = new Map<string, { failures: number; cancel: () => void }>()
  readonly #unsubscribe: () => void
  /** Functions that cancel the scheduled refreshes of lists from the last session, by connection. */
  readonly #startRefreshes = new Map<string, () => void>()
  #isClosed = false

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#unsubscribe = dependencies.health.onRecovered((id) => void this.#refresh(id))
  }

  operations(): RouteOutput<'operations.list'> {
    const connection = this.#dependencies.connections.current()
    const counts = connection
      ? this.#dependencies.models.countByType(connection.id)
      : new Map<string, number>()
    if (connection) this.#refreshIfStale(connection.id)
    const hasList =
      connection !== null && this.#dependencies.models.getState(connection.id).refreshedAt !== null
    return {
      listed: hasList || counts.size > 0,
      operations: this.#dependencies.catalogue.all().map((operation) => ({
        id: operation.id,
        name: operation.name,
        group: operation.group,
        viewer: operation.viewer,
        ...(operation.partOf !== undefined && { partOf: operation.partOf }),
        example:
          operation.exampleText === undefined
            ? null
            : { field: operation.titleField, text: operation.exampleText },
        models: connection ? this.#countModels(connection.id, operation) : 0,
      })),
      unknown: [...counts].flatMap(([type, models]) =>
        this.#dependencies.catalogue.findByType(type) ? [] : [{ type, models }],
      ),
    }
  }

  /** The models of an operation, or of all of them. */
  models(operationId: string | null): RouteOutput<'models.list'> {
    const { catalogue } = this.#dependencies
    const operations =
      operationId === null ? catalogue.all() : catalogue.all().filter(({ id }) => id === operationId)
    if (operations.length === 0) throw new StudioError({ code: formErrors.unknownOperation, money: 'none' })
    const connection = this.#dependencies.connections.current()
    if (!connection) return { models: [], refreshedAt: null, refreshing: false, problem: null }
    this.#refreshIfStale(connection.id)
    return {
      models: this.#dependencies.models
        .list(connection.id, operations.flatMap(runnableModelTypes))
        .map(({ slug, name, inferenceTypes, facts, isDelisted }) => ({
          slug,
          name,
          facts,
          isDelisted,
          operations: this.#dependencies.catalogue.findByModel(inferenceTypes).map(({ id }) => id),
        })),
      ...this.#dependencies.models.getState(connection.id),
    }
  }

  /** Every field of any task that accepts a file of this kind and format; `available` if the connection lists a model for it. */
  uses(kind: AssetKind, format: string): AssetUse[] {
    const connection = this.#dependencies.connections.current()
    const tasks = this.#dependencies.catalogue.all().filter(({ partOf }) => partOf === undefined)
    return fieldsAccepting(tasks, { kind, format }).map(({ operation, row }) => ({
      operation: operation.id,
      operationName: operation.name,
      field: row.name,
      fieldLabel: row.label,
      group: operation.group,
      ...this.#availability(connection, operation, row),
      ...(row.kind === 'file' &&
        row.transcriptField !== undefined && { transcriptField: row.transcriptField }),
    }))
  }

  /** A field with a condition is available if the form of a listed model has the field and a value that shows it. */
  #availability(
    connection: { id: string } | null,
    operation: Operation,
    { name, when }: FieldRow,
  ): Pick<AssetUse, 'available' | 'visibleWhen'> {
    if (!connection) return { available: false }
    if (!when) return { available: this.#countModels(connection.id, operation) > 0 }
    const models = this.#listedModels(connection.id, operation).filter(({ slug }) => {
      const model = this.#dependencies.models.find(connection.id, slug)
      if (!model) return false
      const { fields, constants } = buildForm(operation, model)
      const condition = fields.find((field) => field.name === when.field)
      const options = condition?.kind === 'choice' ? condition.options.map(({ value }) => value) : []
      const isShown = [...options, constants?.[when.field]].some((value) =>
        when.is.some((one) => one === value),
      )
      return isShown && fields.some((field) => field.name === name)
    })
    const values = { [when.field]: when.is[0] ?? null }
    return { available: models.length > 0, visibleWhen: { values, models: models.map(({ slug }) => slug) } }
  }

  async refresh(): Promise<void> {
    const connection = this.#dependencies.connections.current()
    if (connection) await this.#refresh(connection.id)
  }

  /** Retries a failed refresh without waiting for its backoff. The list of an unreachable connection is refreshed when it recovers. */
  retryNow(connectionId: string): void {
    if (this.#retries.has(connectionId) && !this.#dependencies.health.isDown(connectionId))
      void this.#refresh(connectionId)
  }

  /** Cancels refreshes of a connection that was removed or whose key or address changed. Its list is fetched the next time it is shown. */
  accessChanged(connectionId: string): void {
    this.#cancelRetry(connectionId)
    this.#cancelStartRefresh(connectionId)
    this.#lastAttempts.delete(connectionId)
  }

  #countModels(connectionId: string, operation: Operation): number {
    return this.#listedModels(connectionId, operation).length
  }

  #listedModels(connectionId: string, operation: Operation) {
    const models = this.#dependencies.models.list(connectionId, runnableModelTypes(operation))
    return models.filter(({ isDelisted }) => !isDelisted)
  }

  close(): void {
    this.#isClosed = true
    this.#unsubscribe()
    for (const cancel of this.#startRefreshes.values()) cancel()
    for (const { cancel } of this.#retries.values()) cancel()
  }

  #refreshIfStale(id: string): void {
    const now = this.#dependencies.clock.now()
    const { refreshedAt, refreshing, problem } = this.#dependencies.models.getState(id)
    const lastAttempt = this.#lastAttempts.get(id) ?? 0
    // A failed refresh is retried automatically, or after a rejected key once the key changes.
    if (this.#isClosed || refreshing || (problem && lastAttempt > 0)) return
    if (refreshedAt === null || now - refreshedAt > MAX_AGE_MS) void this.#refresh(id)
    else if (lastAttempt === 0) {
      this.#lastAttempts.set(id, now)
      const cancel = this.#dependencies.clock.after(START_DELAY_MS, () => void this.#refresh(id))
      this.#startRefreshes.set(id, cancel)
    }
  }

  async #refresh(id: string): Promise<void> {
    const { clock, models, events } = this.#dependencies
    this.#cancelStartRefresh(id)
    this.#lastAttempts.set(id, clock.now())
    await models.refresh(id)
    if (this.#isClosed) return
    const { problem, refreshedAt } = models.getState(id)
    // Without a problem, there is no list only if the access changed during the refresh.
    if (!problem && refreshedAt !== null) events.emit('modelsRefreshed', id)
    // A rejected key won't work without a change by the user.
    if (problem && problem.code !== serviceErrors.keyRefused) this.#retryLater(id)
    else this.#cancelRetry(id)
  }

  /** The list has its own backoff, because it may fail while other requests succeed. */
  #retryLater(id: string): void {
    const { clock, health } = this.#dependencies
    const failures = (this.#retries.get(id)?.failures ?? 0) + 1
    this.#retries.get(id)?.cancel()
    const wait = RETRY_MS[failures - 1] ?? MAX_RETRY_MS
    const retry = () => {
      if (!health.isDown(id)) void this.#refresh(id)
    }
    this.#retries.set(id, { failures, cancel: clock.after(wait, retry) })
  }

  #cancelStartRefresh(id: string): void {
    this.#startRefreshes.get(id)?.()
    this.#startRefreshes.delete(id)
  }

  #cancelRetry(id: string): void {
    this.#retries.get(id)?.cancel()
    this.#retries.delete(id)
  }
}
