import type { StudioEvents } from '../events.ts'
import type { Database } from '../storage/database/Database.ts'
import type { World } from '../world.ts'
import type { Access } from './http/Exchange.ts'
import { PriceClient } from './client/PriceClient.ts'
import { ServiceClient } from './client/ServiceClient.ts'
import { ConnectionHealth } from './connections/ConnectionHealth.ts'
import { Connections } from './connections/Connections.ts'
import { Models } from './models/Models.ts'
import { PacedClient } from './client/PacedClient.ts'
import { RateLimits } from './rate-limits/RateLimits.ts'
import { readModelsPage } from './responses/readModelsPage.ts'

interface Dependencies {
  world: Pick<
    World,
    'clock' | 'log' | 'uuid' | 'dispatcher' | 'version' | 'keychain' | 'sandbox' | 'environment'
  >
  database: Database
  events: StudioEvents
  /** Returns the path of the file that is sent in place of an input; by default the input itself. */
  findSendable?: (path: string) => Promise<string>
}

/** The remote service, as the other modules use it. */
export interface Service {
  /** Sends single requests at once; the caller follows the rate limits. */
  client: Pick<ServiceClient, 'get' | 'post'>
  /** Whether each connection responds. */
  health: ConnectionHealth
  connections: Connections
  limits: RateLimits
  models: Models
  /** Fetches prices within the rate limits. */
  prices: Pick<PriceClient, 'fetchPrice'>
  /** Allows one request for the models of a connection immediately, because the user asked for it. */
  retryModels: (connectionId: string) => void
  /** Requests one model and returns whether that works; false if the rate limits don't allow the request. */
  canReadModels: (connectionId: string) => Promise<boolean>
}

/** The cheapest request that shows whether the service responds: one model of the list (service.md §Listing models). */
const PROBE = 'models?per_page=1&limit=1&page=1'

/** The client of the service with its rate limits, the connections with their keys, and their models. */
export function createService({ world, database, events, findSendable }: Dependencies): Service {
  const { clock, log, uuid, dispatcher, version, keychain, sandbox, environment } = world
  const emit = events.emitToWindows
  const client = new ServiceClient({
    dispatcher,
    userAgent: `Easel/${version}`,
    log,
    ...(findSendable && { findSendable }),
    onExchange: (access, exchange) => {
      if (connections.isLatestAccess(access)) health.recordExchange(access.connectionId, exchange)
    },
  })
  const health = new ConnectionHealth({
    clock,
    emit,
    log,
    probe: async (connectionId, signal) =>
      client.get(await connections.getAccess(connectionId), PROBE, { signal }),
  })
  const onAccessChanged = (connectionId: string): void => {
    events.emit('accessChanged', connectionId)
  }
  const connections = new Connections({
    database,
    clock,
    uuid,
    emit,
    log,
    client,
    keychain,
    sandbox,
    environment,
    onAccessChanged,
  })
  const limits = new RateLimits(clock)
  const paced = new PacedClient(limits)
  const requestModels = (access: Access, path: string) =>
    paced.exchange(
      { kind: 'models', connectionId: access.connectionId },
      (signal) => client.get(access, path, { signal }),
      (exchange) => exchange.kind === 'response' && readModelsPage(exchange.json) !== null,
    )
  const models = new Models({
    database,
    clock,
    emit,
    log,
    connections,
    client: { get: async (access, path) => (await requestModels(access, path)).exchange },
  })
  const prices = new PriceClient({
    connections,
    post: (access, request, options, isUnderstood) =>
      paced.exchange(
        { kind: 'price', connectionId: access.connectionId },
        (signal) => client.post(access, request, { ...options, signal }),
        isUnderstood,
        options.signal,
      ),
  })

  events.on('accessChanged', (connectionId) => {
    health.forget(connectionId)
    models.forget(connectionId)
    prices.forget(connectionId)
  })
  events.on('retry', (connectionId) => paced.resendPending({ connectionId }))
  health.onRecovered((connectionId) => events.emit('retry', connectionId))
  // After an outage all modules retry. After a single failed request, only pending requests are sent again, because they may hang.
  health.onProbeSucceeded((connectionId) => paced.resendPending({ connectionId }))
  return {
    client,
    health,
    connections,
    limits,
    models,
    prices,
    retryModels: (connectionId) => paced.retryNow({ kind: 'models', connectionId }),
    canReadModels: async (connectionId) => {
      const { exchange, heldUntil } = await requestModels(await connections.getAccess(connectionId), PROBE)
      return heldUntil === null && exchange.kind === 'response' && readModelsPage(exchange.json) !== null
    },
  }
}
