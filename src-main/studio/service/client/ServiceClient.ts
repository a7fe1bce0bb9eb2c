import type { Dispatcher } from 'undici'
import { answerBounds } from './answerBounds.ts'
import type { Access, Exchange, Fault, WireRequest } from './Exchange.ts'
import { faultFrom } from './faultFrom.ts'
import { hideKey, hideKeyIn } from './hideKey.ts'
import { multipartBody } from './multipartBody.ts'
import { runExchange } from './runExchange.ts'

const PREFIX = '/api/v1/client/'
const GET_TIMEOUT_MS = 30_000
/** Long, because a submit whose response is not awaited leaves an uncertain job. */
const POST_TIMEOUT_MS = 60_000
/** Uploads get a second more for each so many bytes. */
const SLOWEST_UPLOAD_BYTES_PER_S = 32 * 1024

export interface ExchangeOptions {
  signal?: AbortSignal
  /** Of the whole exchange. */
  timeoutMs?: number
}

/**
 * The client of the remote service. Every request is sent at most once, follows no redirect, and carries the key to the
 * connection's own origin only. Nothing rejects: network errors are part of the exchange, and the key never is.
 */
export class ServiceClient {
  readonly #dispatcher: Pick<Dispatcher, 'dispatch'>
  readonly #userAgent: string
  readonly #onExchange: (connectionId: string, exchange: Exchange) => void

  /** `onExchange` sees every exchange once it is over. */
  constructor(parts: {
    dispatcher: Pick<Dispatcher, 'dispatch'>
    userAgent: string
    onExchange?: (connectionId: string, exchange: Exchange) => void
  }) {
    this.#dispatcher = parts.dispatcher
    this.#userAgent = parts.userAgent
    this.#onExchange = parts.onExchange ?? (() => {})
  }

  /** `path` is relative to the service's prefix and may carry a query, such as `models?page=2` (service.md §Requests). */
  get(access: Access, path: string, options: ExchangeOptions = {}): Promise<Exchange> {
    return this.#run(access, path, { timeoutMs: GET_TIMEOUT_MS, ...options }, { method: 'GET' })
  }

  /** Sends JSON byte for byte as given; multipart files are streamed from disk. */
  async post(access: Access, request: WireRequest, options: ExchangeOptions = {}): Promise<Exchange> {
    if (request.encoding === 'json') {
      const headers = { 'content-type': 'application/json' }
      const limits = { timeoutMs: POST_TIMEOUT_MS, ...options }
      return this.#run(access, request.path, limits, { method: 'POST', body: request.text, headers })
    }
    try {
      const body = await multipartBody(request.text, request.files)
      const headers = { 'content-type': body.contentType, 'content-length': String(body.length) }
      const timeoutMs = POST_TIMEOUT_MS + (body.length / SLOWEST_UPLOAD_BYTES_PER_S) * 1000
      const send = { method: 'POST' as const, body: body.stream, headers }
      const exchange = await this.#run(access, request.path, { timeoutMs, ...options }, send)
      body.stream.destroy()
      return exchange
    } catch (error) {
      return faultFrom(error, false)
    }
  }

  async #run(
    access: Access,
    path: string,
    options: ExchangeOptions & { timeoutMs: number },
    send: Pick<Dispatcher.DispatchOptions, 'method' | 'body'> & { headers?: Record<string, string> },
  ): Promise<Exchange> {
    const url = urlOf(access.address, path)
    if (!url) return notAPath(path)
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
        bounds: answerBounds(send.method, path),
        signal: options.signal,
      },
    )
    const seen = withoutKey(exchange, access.key)
    this.#onExchange(access.connectionId, seen)
    return seen
  }
}

/** Null when the path would leave the service's prefix. */
const urlOf = (address: string, path: string): URL | null => {
  if (!URL.canParse(address)) return null
  const base = new URL(address.replace(/(?<!\/)\/+$/, '') + PREFIX)
  const url = new URL(`${base.href}${path}`)
  return /^[\w-]/.test(path) && url.pathname.startsWith(base.pathname) && !url.hash ? url : null
}

const notAPath = (path: string): Fault => ({
  kind: 'fault',
  sent: false,
  cause: 'other',
  detail: `not a path of the service: ${path.slice(0, 80)}`,
})

/** Removes the key from responses, because a service may repeat it. */
const withoutKey = (exchange: Exchange, key: string): Exchange => {
  if (exchange.kind === 'fault') return { ...exchange, detail: hideKey(exchange.detail, key) }
  const headers = Object.fromEntries(
    Object.entries(exchange.headers).map(([name, value]) => [hideKey(name, key), hideKey(value, key)]),
  )
  const text = hideKey(exchange.text, key)
  // If the text has no key, the value parsed from it has none either.
  const json = text === exchange.text ? exchange.json : hideKeyIn(exchange.json, key)
  return { ...exchange, headers, text, json }
}
