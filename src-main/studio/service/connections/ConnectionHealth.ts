import type {
  ConnectionHealthState,
  OutageReason,
  ConnectionVerdict,
} from '../../../../src-preload/contract/types/connection.ts'
import type { Emit } from '../../events.ts'
import type { Clock, Log } from '../../world.ts'
import type { Exchange, Fault, ServiceResponse } from '../http/Exchange.ts'
import { isRecord } from '../http/json.ts'
import { isSignInPage } from '../responses/isSignInPage.ts'
import { problemFrom } from '../responses/problemFrom.ts'
import { readModelsPage } from '../responses/readModelsPage.ts'

/** Time between two automatic probes of a connection that is down, while a window has the focus. */
const PROBE_INTERVAL_MS = 30_000
/** A probe without a response for this long is replaced by a new one if the user retries. */
const HANGING_AFTER_MS = 1000
/** The window's timers may fire this much early. */
const TIMER_TOLERANCE_MS = 500

interface Dependencies {
  clock: Clock
  emit: Emit
  log: Log
  /** Sends one lightweight request over the connection. If the key is still current, its exchange is also passed to `recordExchange`. */
  probe: (connectionId: string, signal: AbortSignal) => Promise<Exchange>
}

/** Why a connection is down. `proxy` and `isWebPage`: as in the contract. */
interface Outage {
  reason: OutageReason
  status: number | null
  proxy?: string | undefined
  isWebPage?: true
}

interface ConnectionState {
  /** When the first failure after the last success occurred; null if the last exchange succeeded. */
  failedAt: number | null
  outage: ({ since: number } & Outage) | null
  /** When the last probe was sent. */
  probedAt: number | null
  /** The running probe. */
  probing: { done: Promise<void>; controller: AbortController } | null
  /** When the last outage ended. */
  recoveredAt: number | null
}

type Listener = (connectionId: string) => void

/** What an exchange shows about a connection: that it works, nothing, or why it is down. */
type ExchangeVerdict = 'reached' | 'unknown' | Outage

/**
 * Whether each connection works, from the outcomes of all its exchanges. A failure on one route is confirmed by a lightweight probe
 * before the connection counts as down; a response that can be understood ends the outage. In memory only.
 */
export class ConnectionHealth {
  readonly #dependencies: Dependencies
  readonly #states = new Map<string, ConnectionState>()
  readonly #recoveryListeners = new Set<Listener>()
  readonly #probeListeners = new Set<Listener>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Records the outcome of any exchange over a connection with its current address and key. */
  recordExchange(connectionId: string, exchange: Exchange): void {
    if (connectionId === '') return
    const verdict = judgeExchange(exchange)
    if (verdict === 'unknown') return
    const known = this.#getState(connectionId)
    if (verdict === 'reached') return this.#markReachable(connectionId, known)
    const { clock } = this.#dependencies
    known.failedAt ??= clock.now()
    if (known.outage || isProvenDown(exchange)) return this.#markDown(connectionId, known, verdict)
    // A negative age, after the clock was set back, says nothing.
    const age = known.probedAt === null ? null : clock.now() - known.probedAt
    const wasProbedRecently = age !== null && age >= 0 && age < PROBE_INTERVAL_MS
    // After a recent successful probe, only this route is failing.
    if (!known.probing && !wasProbedRecently) void this.#probe(connectionId, known)
  }

  list(): ConnectionHealthState[] {
    return [...this.#states].map(([connectionId, { outage, probing, probedAt, failedAt, recoveredAt }]) => ({
      connectionId,
      outage: outage && {
        ...outage,
        // A rejected key won't work until the user changes it.
        nextTryAt:
          outage.reason === 'key_rejected'
            ? null
            : Math.max(probedAt ?? 0, failedAt ?? outage.since) + PROBE_INTERVAL_MS,
        trying: probing !== null,
      },
      recoveredAt,
    }))
  }

  isDown(connectionId: string): boolean {
    return (this.#states.get(connectionId)?.outage ?? null) !== null
  }

  /**
   * Probes a connection that is down: immediately if the user requested it or the network returned (`isRequested`), otherwise only when
   * the next probe is due. A requested probe aborts one that hangs. Resolves when the probe has ended.
   */
  async probeIfDown(connectionId: string, isRequested: boolean): Promise<void> {
    const known = this.#states.get(connectionId)
    if (!known?.outage) return
    const next = this.list().find((state) => state.connectionId === connectionId)?.outage?.nextTryAt ?? null
    const isDue = next !== null && this.#dependencies.clock.now() >= next - TIMER_TOLERANCE_MS
    const isHanging =
      isRequested && this.#dependencies.clock.now() - (known.probedAt ?? 0) >= HANGING_AFTER_MS
    if (known.probing && !isHanging) await known.probing.done
    else if (isRequested || isDue) await this.#probe(connectionId, known)
  }

  /** Drops the state of a connection whose account or address changed, or that was removed. */
  forget(connectionId: string): void {
    if (this.#states.delete(connectionId)) this.#emitChange()
  }

  /** Calls the listener when a connection that was marked as down works again. Returns a function that removes the listener. */
  onRecovered(listener: Listener): () => void {
    this.#recoveryListeners.add(listener)
    return () => this.#recoveryListeners.delete(listener)
  }

  /**
   * Calls the listener when a probe succeeds that was sent because of one failed request, so the connection was never marked as down
   * and `onRecovered` is not called.
   */
  onProbeSucceeded(listener: Listener): void {
    this.#probeListeners.add(listener)
  }

  #getState(connectionId: string): ConnectionState {
    let known = this.#states.get(connectionId)
    if (!known) {
      known = { failedAt: null, outage: null, probedAt: null, probing: null, recoveredAt: null }
      this.#states.set(connectionId, known)
    }
    return known
  }

  #markReachable(connectionId: string, known: ConnectionState): void {
    known.failedAt = null
    if (!known.outage) return
    known.outage = null
    known.recoveredAt = this.#dependencies.clock.now()
    this.#emitChange()
    for (const listener of this.#recoveryListeners)
      try {
        listener(connectionId)
      } catch (error) {
        const reason = String(error)
        this.#dependencies.log.error('A listener of recoveries failed', { connectionId, reason })
      }
  }

  #markDown(
    connectionId: string,
    known: ConnectionState,
    { reason, status, proxy, isWebPage }: Outage,
  ): void {
    const before = known.outage
    known.outage = {
      since: before?.since ?? known.failedAt ?? this.#dependencies.clock.now(),
      reason,
      status,
      ...(proxy !== undefined && { proxy }),
      ...(isWebPage && { isWebPage }),
    }
    if (before?.reason === reason && before.status === status && before.proxy === proxy) return
    if (!before) this.#dependencies.log.warn('A connection is down', { connectionId, reason, status })
    this.#emitChange()
  }

  #probe(connectionId: string, known: ConnectionState): Promise<void> {
    known.probedAt = this.#dependencies.clock.now()
    known.probing?.controller.abort()
    const controller = new AbortController()
    const done = this.#runProbe(connectionId, known, controller.signal).finally(() => {
      if (known.probing?.controller !== controller) return
      known.probing = null
      if (known.outage) this.#emitChange()
    })
    known.probing = { done, controller }
    if (known.outage) this.#emitChange()
    return done
  }

  async #runProbe(connectionId: string, known: ConnectionState, signal: AbortSignal): Promise<void> {
    const wasDown = known.outage !== null
    try {
      const verdict = judgeExchange(await this.#dependencies.probe(connectionId, signal))
      // If the connection changed meanwhile, the response is about another account.
      if (this.#states.get(connectionId) !== known || verdict === 'unknown') return
      if (verdict !== 'reached') this.#markDown(connectionId, known, verdict)
      else if (!wasDown) for (const listener of this.#probeListeners) listener(connectionId)
    } catch (error) {
      this.#dependencies.log.warn('A connection could not be probed', { connectionId, error: String(error) })
    }
  }

  #emitChange(): void {
    this.#dependencies.emit({ type: 'health.changed' })
  }
}

/** What an exchange shows about the connection. A rejection in the service's own format shows that it works. */
function judgeExchange(exchange: Exchange): ExchangeVerdict {
  if (exchange.kind === 'fault') {
    const { proxy } = exchange
    switch (exchange.cause) {
      case 'aborted':
      case 'input':
        return 'unknown'
      case 'too_large':
        return 'reached'
      case 'dns':
      case 'refused':
      case 'tls':
        return { reason: exchange.cause, status: null, proxy }
      case 'proxy':
        return {
          reason: exchange.proxyFailure === 'password' ? 'proxy_password' : 'proxy',
          status: null,
          proxy,
        }
      case 'connect_timeout':
      case 'timeout':
      case 'reset':
      case 'other':
        return { reason: 'no_answer', status: null, proxy }
    }
  }
  const { status, json } = exchange
  if (status === 401) return { reason: 'key_rejected', status }
  if (isSignInPage(exchange) && status !== 200) return { reason: 'sign_in', status }
  if (status >= 500) return { reason: 'server_error', status }
  if (status >= 300 && status < 400) return { reason: 'redirected', status }
  // A response without JSON comes from a gateway or a login page in front of the service (service.md §Requests), except for a 429.
  if (json !== undefined || status === 429) return 'reached'
  return { reason: 'unreadable', status, ...(isSignInPage(exchange) && { isWebPage: true }) }
}

const CONNECTION_CAUSES: ReadonlySet<Fault['cause']> = new Set([
  'dns',
  'refused',
  'tls',
  'proxy',
  'connect_timeout',
])

/** Whether the connection itself failed, so that no request of any route can succeed and no probe is needed to confirm the outage. */
const isProvenDown = (exchange: Exchange): boolean =>
  exchange.kind === 'fault' && !exchange.sent && CONNECTION_CAUSES.has(exchange.cause)

/** The result of testing an address and a key, from the exchange of the first page of models. */
export const judgeConnection = (exchange: Exchange): ConnectionVerdict => {
  if (exchange.kind === 'fault') {
    const { cause } = exchange
    const verdict = cause === 'tls' || cause === 'proxy' ? cause : 'unreachable'
    return { verdict, detail: exchange.detail }
  }
  const page = exchange.status === 200 ? readModelsPage(exchange.json) : null
  if (page && page.records.every(looksLikeModel)) return { verdict: 'reached', models: page.total }
  const message = problemFrom(exchange, 'none').serviceMessage
  const verdict = speaksOtherVersion(exchange, message) ? 'other_version' : judgeRejection(exchange)
  const isWebPage = verdict === 'not_a_service' && isSignInPage(exchange)
  const detail = message ?? `HTTP ${exchange.status}`
  return { verdict, detail, ...(isWebPage && { isWebPage }) }
}

/** What a service answers that has no, or no longer, this version of the interface. */
const VERSION_STATUSES: ReadonlySet<number> = new Set([400, 404, 406, 410, 426])
/** Names a version, except this one, which is in the path of every request. */
const OTHER_VERSION = /\bversion\b|\bv(?!1\b)\d+\b/i

const speaksOtherVersion = ({ status, json }: ServiceResponse, message: string | undefined): boolean => {
  if (!isRecord(json)) return false
  const { api_version: stated } = json
  const isStated = typeof stated === 'string' || typeof stated === 'number'
  const isOther = isStated && !/^v?1(\.|$)/i.test(`${stated}`)
  return isOther || (VERSION_STATUSES.has(status) && OTHER_VERSION.test(message ?? ''))
}

const looksLikeModel = (record: unknown): boolean => isRecord(record) && typeof record.slug === 'string'

/** Why a test failed although there was a response. */
const judgeRejection = (response: ServiceResponse): ConnectionVerdict['verdict'] => {
  const { status, json } = response
  if (status === 511) return 'sign_in'
  if (status === 401) return 'key_refused'
  if (status === 429) return 'rate_limited'
  if (status >= 500) return 'service_error'
  // A 403 without JSON comes from a proxy in front of the service, which doesn't check keys.
  if (status === 403) return json === undefined ? 'service_error' : 'key_refused'
  const isRefusal = status === 400 || status === 402 || status === 408 || status === 422
  return isRefusal && json !== undefined ? 'service_error' : 'not_a_service'
}
