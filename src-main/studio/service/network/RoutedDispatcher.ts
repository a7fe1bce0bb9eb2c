import type { LookupFunction } from 'node:net'
import { Agent, Dispatcher, Pool, ProxyAgent } from 'undici'
import { describeTlsError, findErrorCode } from './errorCodes.ts'
import { PendingHandler } from './PendingHandler.ts'
import { nameUnusedProxy, ProxyError, toProxyError } from './RouteError.ts'
import { nameProxy, type FindRoutes, type Route } from './routes.ts'
import { getSecureContext } from './trustedRoots.ts'

export interface RoutedDispatcherOptions {
  findRoutes: FindRoutes
  /** Maximum number of connections to one origin. */
  connections: number
  connectTimeoutMs: number
  /** Resolves the names of servers that are reached without a proxy. */
  lookup?: LookupFunction
  /** Called before a connection through a proxy, which resolves the name itself. Rejects if the server must not be reached. */
  checkProxiedHost?: (hostname: string) => Promise<void>
}

/** A wall clock that ran this much further than the timers shows that the computer slept meanwhile. */
const MIN_SLEEP_MS = 5_000
/** How long a proxy that failed is only tried after the others. */
const FAILED_PROXY_MS = 5 * 60_000
/** More proxies than this are never used at the same time. */
const MAX_PROXIES = 8

type Options = Dispatcher.DispatchOptions
type Handler = Dispatcher.DispatchHandler

/**
 * An HTTP dispatcher that connects directly or through a proxy. It follows no redirects and retries nothing: another route is tried only if no
 * connection was made. A proxy always gets a CONNECT, so it never sees a request, and it resolves the names of servers.
 */
export class RoutedDispatcher extends Dispatcher {
  readonly #options: RoutedDispatcherOptions
  #agents = new Map<string, Dispatcher>()
  /** When each proxy last failed, on the wall clock. */
  readonly #failedProxies = new Map<string, number>()
  /** Whether servers are also checked with the system's root certificates, which take a while to read. */
  #trustsSystemRoots = false
  #lastDispatch = { wall: Date.now(), monotonic: performance.now() }

  constructor(options: RoutedDispatcherOptions) {
    super()
    this.#options = options
  }

  override dispatch(options: Options, handler: Handler): boolean {
    void this.#dispatchByRoutes(options, handler).catch((error: unknown) =>
      handler.onResponseError?.(createIdleController(), toError(error)),
    )
    return true
  }

  override async close(): Promise<void> {
    await Promise.all([...this.#agents.values()].map((agent) => agent.close()))
  }

  override async destroy(): Promise<void> {
    await Promise.all([...this.#agents.values()].map((agent) => agent.destroy()))
  }

  async #dispatchByRoutes(options: Options, handler: Handler): Promise<void> {
    const target = new URL(String(options.origin))
    this.#dropConnectionsFromBeforeSleep()
    const { routes, unusedProxy } = await this.#options.findRoutes(target)
    let failure: unknown = new ProxyError('unsupported', '')
    for (const route of this.#sortByFailure(routes)) {
      let outcome = await this.#tryRoute(route, target, options, handler)
      if (outcome && this.#trustMore(outcome)) outcome = await this.#tryRoute(route, target, options, handler)
      if (outcome === null) return
      failure = route.kind === 'direct' ? nameUnusedProxy(outcome, unusedProxy) : outcome
      if (!(failure instanceof ProxyError)) break
      if (route.kind === 'proxy') this.#failedProxies.set(route.uri, Date.now())
    }
    throw failure
  }

  /** Proxies that failed recently come last, so that each request doesn't wait for them again. */
  #sortByFailure(routes: readonly Route[]): readonly Route[] {
    const hasFailed = (route: Route): number => {
      const failedAt = route.kind === 'proxy' ? this.#failedProxies.get(route.uri) : undefined
      const age = failedAt === undefined ? -1 : Date.now() - failedAt
      return Number(age >= 0 && age < FAILED_PROXY_MS)
    }
    return routes.toSorted((a, b) => hasFailed(a) - hasFailed(b))
  }

  /** After a certificate that Node's own roots don't prove, adds those of the system. Returns whether to try again. */
  #trustMore(error: Error): boolean {
    if (this.#trustsSystemRoots || describeTlsError(findErrorCode(error)) !== 'untrusted') return false
    this.#trustsSystemRoots = true
    this.#replaceAgents()
    return true
  }

  /** Null once the handler has the request; otherwise why no connection was made. */
  async #tryRoute(route: Route, target: URL, options: Options, handler: Handler): Promise<Error | null> {
    if (route.kind === 'unsupported') return new ProxyError('unsupported', route.name)
    try {
      if (route.kind === 'proxy') await this.#options.checkProxiedHost?.(target.hostname)
      const agent = this.#agentOf(route)
      const error = await new Promise<Error | null>((resolve) => {
        agent.dispatch(options, new PendingHandler(handler, resolve))
      })
      return error && route.kind === 'proxy' ? toProxyError(error, nameProxy(route.uri)) : error
    } catch (error) {
      return toError(error)
    }
  }

  #agentOf(route: Exclude<Route, { kind: 'unsupported' }>): Dispatcher {
    const key = route.kind === 'proxy' ? route.uri : ''
    const known = this.#agents.get(key)
    if (known) return known
    const agent = route.kind === 'proxy' ? this.#createProxyAgent(route.uri) : this.#createDirectAgent()
    this.#agents.set(key, agent)
    for (const [oldKey, oldAgent] of this.#agents) {
      if (this.#agents.size <= MAX_PROXIES) break
      if (oldKey === '') continue
      this.#agents.delete(oldKey)
      void oldAgent.close()
    }
    return agent
  }

  #createDirectAgent(): Dispatcher {
    const { connectTimeoutMs, lookup } = this.#options
    return new Agent({
      ...this.#agentOptions(),
      connect: { timeout: connectTimeoutMs, ...(lookup && { lookup }), ...this.#tlsOptions() },
    })
  }

  #createProxyAgent(uri: string): Dispatcher {
    const { connectTimeoutMs } = this.#options
    return new ProxyAgent({
      ...this.#agentOptions(),
      uri,
      proxyTunnel: true,
      connectTimeout: connectTimeoutMs,
      requestTls: this.#tlsOptions(),
      // With options for TLS, the library would also speak TLS to a SOCKS proxy.
      ...(uri.startsWith('https:') && { proxyTls: this.#tlsOptions() }),
      clientFactory: (origin, options) => new Pool(origin, { ...options, headersTimeout: connectTimeoutMs }),
    })
  }

  #agentOptions() {
    return {
      // Over HTTP/2 the library retries requests by itself when a server refuses their streams.
      allowH2: false,
      pipelining: 1,
      connections: this.#options.connections,
      // Shorter than typical server keep-alive timeouts, to avoid reusing a socket the server is about to close.
      keepAliveTimeout: 4_000,
      keepAliveMaxTimeout: 60_000,
      headersTimeout: 0,
      bodyTimeout: 0,
    }
  }

  /**
   * Servers close idle connections while the computer sleeps, which it doesn't notice. A request on such a connection would be lost
   * after it was sent, so all connections from before are left to their running requests.
   */
  #dropConnectionsFromBeforeSleep(): void {
    const now = { wall: Date.now(), monotonic: performance.now() }
    const slept = now.wall - this.#lastDispatch.wall - (now.monotonic - this.#lastDispatch.monotonic)
    this.#lastDispatch = now
    if (slept < MIN_SLEEP_MS) return
    this.#replaceAgents()
  }

  /** New requests get new connections; running ones keep theirs. */
  #replaceAgents(): void {
    const old = [...this.#agents.values()]
    this.#agents = new Map()
    for (const agent of old) void agent.close()
  }

  #tlsOptions() {
    return { allowH2: false, ...(this.#trustsSystemRoots && { secureContext: getSecureContext() }) }
  }
}

/** The controller of a request that was never started. */
const createIdleController = (): Dispatcher.DispatchController => ({
  aborted: true,
  paused: false,
  reason: null,
  abort: () => {},
  pause: () => {},
  resume: () => {},
})

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))
