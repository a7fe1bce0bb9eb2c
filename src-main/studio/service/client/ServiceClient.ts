import type { Dispatcher } from 'undici'
import { getResponseBounds, runExchange, toFault } from '../http/runExchange.ts'
import type { Access, Exchange, Fault, WireRequest } from '../http/Exchange.ts'
import { redactKey, redactKeyInJson } from '../http/redactKey.ts'
import { createMultipartBody, type MultipartBody } from '../http/multipartBody.ts'
import type { Log } from '../../world.ts'
import type { Connections } from '../connections/Connections.ts'

const API_PREFIX = '/api/v1/client/'
const GET_TIMEOUT_MS = 30_000
/** Longer than for other requests, because after the timeout of a submit it is unknown whether the job was charged. */
const POST_TIMEOUT_MS = 60_000
/** Uploads at least this fast finish before their timeout. */
const MIN_UPLOAD_BYTES_PER_S = 32 * 1024

export interface ExchangeOptions {
  signal?: AbortSignal
  /** For the complete exchange. */
  timeoutMs?: number
}

/**
 * The client of the remote service. It sends every request at most once, follows no redirect, and sends the key to the connection's
 * own origin only. Its promises never reject: network errors are part of the exchange. The key is removed from every exchange.
 */
export class ServiceClient {
  readonly #dispatcher: Pick<Dispatcher, 'dispatch'>
  readonly #userAgent: string
  readonly #log: Pick<Log, 'error'>
  readonly #onExchange: (access: Access, exchange: Exchange) => void
  readonly #findSendable: ((path: string) => Promise<string>) | undefined

  /**
   * `onExchange` is called with every completed exchange. An error that it throws is only logged. `findSendable` returns the path of the file that
   * is sent in place of one.
   */
  constructor(options: {
    dispatcher: Pick<Dispatcher, 'dispatch'>
    userAgent: string
    log: Pick<Log, 'error'>
    onExchange?: (access: Access, exchange: Exchange) => void
    findSendable?: (path: string) => Promise<string>
  }) {
    this.#findSendable = options.findSendable
    this.#dispatcher = options.dispatcher
    this.#userAgent = options.userAgent
    this.#log = options.log
    this.#onExchange = options.onExchange ?? (() => {})
  }

  /** `path` is relative to the service's prefix and may have a query, such as `models?page=2` (service.md §Requests). */
  get(access: Access, path: string, options: ExchangeOptions = {}): Promise<Exchange> {
    return this.#run(access, path, { timeoutMs: GET_TIMEOUT_MS, ...options }, { method: 'GET' })
  }

  /** Sends JSON text unchanged; multipart files are streamed from disk. */
  async post(access: Access, request: WireRequest, options: ExchangeOptions = {}): Promise<Exchange> {
    if (request.encoding === 'json') {
      const headers = { 'content-type': 'application/json' }
      const limits = { timeoutMs: POST_TIMEOUT_MS, ...options }
      return this.#run(access, request.path, limits, { method: 'POST', body: request.text, headers })
    }
    let body: MultipartBody
    try {
      body = await createMultipartBody(request.text, request.files, this.#findSendable)
    } catch (error) {
      return { ...toFault(error, false), cause: 'input' }
    }
    const headers = { 'content-type': body.contentType, 'content-length': String(body.length) }
    const timeoutMs = POST_TIMEOUT_MS + (body.length / MIN_UPLOAD_BYTES_PER_S) * 1000
    const send = { method: 'POST' as const, body: body.stream, headers }
    const limits = { timeoutMs, uploadBytes: body.length, ...options }
    const exchange = await this.#run(access, request.path, limits, send)
    body.stream.destroy()
    return exchange
  }

  async #run(
    access: Access,
    path: string,
    options: ExchangeOptions & { timeoutMs: number; uploadBytes?: number },
    send: Pick<Dispatcher.DispatchOptions, 'method' | 'body'> & { headers?: Record<string, string> },
  ): Promise<Exchange> {
    const url = buildUrl(access.address, path)
    if (!url) return createInvalidPathFault(path)
    const exchange = await runExchange(
      this.#dispatcher,
      {
        origin: url.origin,
        path: url.pathname + url.search,
        method: send.method,
        body: send.body ?? null,
        headers: {
          ...send.headers,
          accept: 'application/json',
          authorization: `Bearer ${access.key}`,
          'user-agent': this.#userAgent,
        },
      },
      {
        timeoutMs: options.timeoutMs,
        ...(options.uploadBytes !== undefined && { uploadBytes: options.uploadBytes }),
        bounds: getResponseBounds(send.method, path),
        signal: options.signal,
      },
    )
    const redacted = redactExchange(withRedirect(exchange, url), access.key)
    try {
      this.#onExchange(access, redacted)
    } catch (error) {
      // The response must not be lost: it may have the request id of a paid job.
      this.#log.error('The outcome of a request could not be processed', { reason: String(error) })
    }
    return redacted
  }
}

/** The URL of a path of the service; null if it would be outside the prefix. */
const buildUrl = (address: string, path: string): URL | null => {
  if (!URL.canParse(address)) return null
  const base = new URL(address.replace(/(?<!\/)\/+$/, '') + API_PREFIX)
  const url = new URL(`${base.href}${path}`)
  return /^[\w-]/.test(path) && url.pathname.startsWith(base.pathname) && !url.hash ? url : null
}

/** Records whether a response redirects to another site than that of the request; `www.example.com` and `example.com` are the same. */
function withRedirect(exchange: Exchange, requested: URL): Exchange {
  if (exchange.kind !== 'response' || exchange.status < 300 || exchange.status >= 400) return exchange
  const target = URL.parse(exchange.headers['location'] ?? '', requested.href)
  if (!target) return exchange
  const isWithin = (inner: string, outer: string): boolean => inner === outer || inner.endsWith(`.${outer}`)
  const [from, to] = [requested.hostname, target.hostname]
  return { ...exchange, redirectsAway: !isWithin(from, to) && !isWithin(to, from) }
}

const createInvalidPathFault = (path: string): Fault => ({
  kind: 'fault',
  sent: false,
  cause: 'other',
  detail: `not a path of the service: ${path.slice(0, 80)}`,
})

/** Removes the key from a response, because a service may echo it. */
const redactExchange = (exchange: Exchange, key: string): Exchange => {
  if (exchange.kind === 'fault') return { ...exchange, detail: redactKey(exchange.detail, key) }
  const headers = Object.fromEntries(
    Object.entries(exchange.headers).map(([name, value]) => [redactKey(name, key), redactKey(value, key)]),
  )
  const text = redactKey(exchange.text, key)
  // If the text has no key, the value parsed from it has none either.
  const json = text === exchange.text ? exchange.json : redactKeyInJson(exchange.json, key)
  return { ...exchange, headers, text, json }
}

/** The properties of a job that its status URL depends on. */
interface StatusTarget {
  connection: { id: string }
  requestId: string | null
}

/** The status URL of a job (service.md §Job status), without a key; null if its connection was removed or has no valid address. */
export async function buildStatusUrl(
  connections: Pick<Connections, 'find' | 'getAccess'>,
  { connection, requestId }: StatusTarget,
): Promise<string | null> {
  const known = connections.find(connection.id)
  if (!known) return null
  // The list doesn't contain the sandbox's address. If the sandbox can't start, any loopback address serves as the base of relative URLs.
  const { address } =
    known.kind === 'sandbox'
      ? await connections.getAccess(known.id).catch(() => ({ address: 'http://127.0.0.1' }))
      : known
  return buildUrl(address, `request-status/${encodeURIComponent(requestId ?? '')}`)?.href ?? null
}
