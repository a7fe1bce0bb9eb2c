import { formErrors, serviceErrors, StudioError } from '../../../src-preload/contract/errors.ts'
import type { RouteOutput } from '../../../src-preload/contract/routes.ts'
import type { AssetKind, Use } from '../../../src-preload/contract/types/asset.ts'
import { type Catalogue, modelTypes, usesOf } from '../catalogue/Catalogue.ts'
import type { Operation } from '../catalogue/Operation.ts'
import type { ConnectionHealth } from '../service/ConnectionHealth.ts'
import type { Clock } from '../world.ts'
import type { Models } from './Models.ts'

/** Older than this, a list is read anew when somebody looks at it. */
const STALE_MS = 6 * 3_600_000
/** A list known from the last run is shown at once and read anew when the start is over. */
const AFTER_START_MS = 3000
/** A list that could not be read is tried again after this, then after twice as long each time, up to the longest. */
const RETRY_MS = 30_000
const LONGEST_RETRY_MS = 15 * 60_000

interface Parts {
  catalogue: Catalogue
  models: Models
  currentConnection: () => { id: string } | null
  clock: Clock
  /** A connection that is out is probed by itself: its list is read when it is reached again. */
  health: Pick<ConnectionHealth, 'isOut' | 'onRecovered'>
}

/** The models and tasks of the current connection as the pickers show them; looking at an old list refreshes it. */
export class Listing {
  readonly #parts: Parts
  readonly #tried = new Map<string, number>()
  readonly #retries = new Map<string, { failures: number; cancel: () => void }>()
  readonly #stopFollowing: () => void
  #cancelLater = (): void => {}

  constructor(parts: Parts) {
    this.#parts = parts
    this.#stopFollowing = parts.health.onRecovered((id) => void this.#refresh(id))
  }

  operations(): RouteOutput<'operations.list'> {
    const connection = this.#parts.currentConnection()
    const counts = connection ? this.#parts.models.countsByType(connection.id) : new Map<string, number>()
    if (connection) this.#refreshIfStale(connection.id)
    const isRead = connection !== null && this.#parts.models.state(connection.id).refreshedAt !== null
    return {
      listed: isRead || counts.size > 0,
      operations: this.#parts.catalogue.all().map((operation) => ({
        id: operation.id,
        name: operation.name,
        group: operation.group,
        makes: operation.viewer,
        example:
          operation.example === undefined ? null : { field: operation.title, words: operation.example },
        models: connection ? this.#countModels(connection.id, operation) : 0,
      })),
      unknown: [...counts].flatMap(([type, models]) =>
        this.#parts.catalogue.ofType(type) ? [] : [{ type, models }],
      ),
    }
  }

  models(operationId: string): RouteOutput<'models.list'> {
    const operation = this.#parts.catalogue.find(operationId)
    if (!operation) throw new StudioError({ code: formErrors.unknownOperation, money: 'none' })
    const connection = this.#parts.currentConnection()
    if (!connection) return { models: [], refreshedAt: null, refreshing: false, problem: null }
    this.#refreshIfStale(connection.id)
    return {
      models: this.#parts.models
        .list(connection.id, modelTypes(operation))
        .map(({ slug, name, inferenceTypes, facts, vanished }) => ({
          slug,
          name,
          facts,
          vanished,
          operations: this.#parts.catalogue.ofModel(inferenceTypes).map(({ id }) => id),
        })),
      ...this.#parts.models.state(connection.id),
    }
  }

  /** Every field that a file of this kind and format could go into; `available` where the connection lists a model for it. */
  uses(kind: AssetKind, format: string): Use[] {
    const connection = this.#parts.currentConnection()
    return usesOf(this.#parts.catalogue.all(), { kind, format }).map(({ operation, row }) => ({
      operation: operation.id,
      operationName: operation.name,
      field: row.name,
      fieldLabel: row.label,
      group: operation.group,
      available: connection !== null && this.#countModels(connection.id, operation) > 0,
    }))
  }

  async refresh(): Promise<void> {
    const connection = this.#parts.currentConnection()
    if (connection) await this.#refresh(connection.id)
  }

  #countModels(connectionId: string, operation: Operation): number {
    const models = this.#parts.models.list(connectionId, modelTypes(operation))
    return models.filter(({ vanished }) => !vanished).length
  }

  close(): void {
    this.#cancelLater()
    this.#stopFollowing()
    for (const { cancel } of this.#retries.values()) cancel()
  }

  #refreshIfStale(id: string): void {
    const now = this.#parts.clock.now()
    const { refreshedAt, refreshing, problem } = this.#parts.models.state(id)
    const tried = this.#tried.get(id) ?? 0
    // What failed is tried again by itself.
    if (refreshing || (problem && tried > 0)) return
    if (refreshedAt === null || now - refreshedAt > STALE_MS) void this.#refresh(id)
    else if (tried === 0) {
      this.#tried.set(id, now)
      this.#cancelLater()
      this.#cancelLater = this.#parts.clock.after(AFTER_START_MS, () => void this.#refresh(id))
    }
  }

  async #refresh(id: string): Promise<void> {
    const { clock, models } = this.#parts
    this.#tried.set(id, clock.now())
    await models.refresh(id)
    const { problem } = models.state(id)
    // Against a rejected key only another one helps.
    if (problem && problem.code !== serviceErrors.keyRefused) this.#retryLater(id)
    else this.#forgetRetry(id)
  }

  /** Where the list alone fails it keeps its own back-off. */
  #retryLater(id: string): void {
    const { clock, health } = this.#parts
    const failures = (this.#retries.get(id)?.failures ?? 0) + 1
    this.#retries.get(id)?.cancel()
    const wait = Math.min(LONGEST_RETRY_MS, RETRY_MS * 2 ** (failures - 1))
    const retry = () => {
      if (!health.isOut(id)) void this.#refresh(id)
    }
    this.#retries.set(id, { failures, cancel: clock.after(wait, retry) })
  }

  #forgetRetry(id: string): void {
    this.#retries.get(id)?.cancel()
    this.#retries.delete(id)
  }
}
