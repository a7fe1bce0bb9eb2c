import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type { Dispatcher } from 'undici'
import type { Exchange, Fault } from './Exchange.ts'
import { ProxyError, UnusedProxyError } from '../network/RouteError.ts'
import { findErrorCode, getFaultCause } from '../network/errorCodes.ts'
import { parseBoundedJson, type JsonBounds } from './json.ts'

export interface ExchangeLimits {
  /** For the complete exchange, from connecting to the last byte of the response. */
  timeoutMs: number
  bounds: ResponseBounds
  signal?: AbortSignal | undefined
  /** The declared length of a body that is sent in pieces. Such a request ends when no piece could be sent for `MAX_UPLOAD_STALL_MS`. */
  uploadBytes?: number
}

/** Longer than any pause of a working upload. After the computer slept, a connection may be gone without a sign of it. */
const MAX_UPLOAD_STALL_MS = 60_000

/**
 * Sends a request once and collects the complete response. Never rejects. `sent` is false only if the request was still waiting for a
 * connected (and, over TLS, verified) socket, because the library starts a request only on such a socket. `isCut`: fewer bytes than the declared
 * length of the body were handed to that socket.
 */
export const runExchange = (
  dispatcher: Pick<Dispatcher, 'dispatch'>,
  request: Dispatcher.DispatchOptions,
  limits: ExchangeLimits,
): Promise<Exchange> =>
  new Promise((resolve) => {
    const collector = new ResponseCollector(limits, resolve, limits.uploadBytes ?? 0)
    if (limits.signal?.aborted) return collector.abort('aborted', 'cancelled before it was sent')
    // `allowH2` keeps this request on HTTP/1.1. The agent supports it, but its types don't have it.
    const options = { ...request, headersTimeout: 0, bodyTimeout: 0, allowH2: false }
    try {
      dispatcher.dispatch(options, collector)
    } catch (error) {
      collector.onResponseError(null, error)
    }
  })

const DECODERS: Record<string, (body: Buffer, options: { maxOutputLength: number }) => Buffer> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

/**
 * Decompresses a body. The request doesn't accept compression, but a gateway may still compress the response. A body that can't be
 * decompressed is returned unchanged.
 */
const decompress = (body: Buffer, encoding: string | undefined, maxOutputLength: number): Buffer => {
  const decode = DECODERS[encoding?.trim().toLowerCase() ?? '']
  try {
    return decode ? decode(body, { maxOutputLength }) : body
  } catch {
    return body
  }
}

/** Collects one response and resolves once: with the response, or with a fault after an error, a timeout or an abort. */
class ResponseCollector implements Dispatcher.DispatchHandler {
  readonly #limits: ExchangeLimits
  readonly #resolve: (exchange: Exchange) => void
  readonly #timer: NodeJS.Timeout
  readonly #onAbort = (): void => this.abort('aborted', 'cancelled')
  #controller: Dispatcher.DispatchController | null = null
  #isSettled = false
  #status = 0
  #headers: Record<string, string> = {}
  #chunks: Buffer[] = []
  #bytes = 0
  /** The declared length of a body that is sent in pieces, and how much of it was handed to the socket. */
  readonly #uploadBytes: number
  #sentBytes = 0
  #stallTimer: NodeJS.Timeout | undefined

  constructor(limits: ExchangeLimits, resolve: (exchange: Exchange) => void, uploadBytes: number) {
    this.#limits = limits
    this.#resolve = resolve
    this.#uploadBytes = uploadBytes
    this.#timer = setTimeout(() => this.#expire(), limits.timeoutMs)
    limits.signal?.addEventListener('abort', this.#onAbort)
  }

  /** Ends the exchange with a fault. A request that still waits for its socket is not sent. */
  abort(cause: Fault['cause'], detail: string): void {
    this.#settleWithFault({ kind: 'fault', sent: this.#controller !== null, cause, detail })
    this.#controller?.abort(new Error(detail))
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // A second start would send the same request again.
    if (this.#isSettled || this.#controller) {
      controller.abort(new Error('not sent again'))
      return
    }
    this.#controller = controller
    this.#watchUpload()
  }

  onBodySent(chunk: Buffer): void {
    this.#sentBytes += chunk.length
    this.#watchUpload()
  }

  onResponseStart(_: unknown, status: number, headers: Record<string, string | string[] | undefined>): void {
    this.#status = status
    clearTimeout(this.#stallTimer)
    this.#headers = {}
    for (const [name, value] of Object.entries(headers)) {
      if (value !== undefined) this.#headers[name] = Array.isArray(value) ? value.join(', ') : value
    }
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    this.#bytes += chunk.length
    if (this.#bytes > this.#limits.bounds.bytes)
      this.abort('too_large', `more than ${this.#limits.bounds.bytes} bytes in the response`)
    else this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    const body = decompress(
      Buffer.concat(this.#chunks),
      this.#headers['content-encoding'],
      this.#limits.bounds.bytes,
    )
    const text = new TextDecoder().decode(body)
    this.#settle({
      kind: 'response',
      status: this.#status,
      headers: this.#headers,
      text,
      json: parseBoundedJson(text, this.#limits.bounds),
    })
  }

  onResponseError(_: unknown, error: unknown): void {
    this.#settleWithFault(toFault(error, this.#controller !== null))
  }

  /** A service that responds early may not need the rest of the body. */
  #settleWithFault(fault: Fault): void {
    const isCut = this.#sentBytes > 0 && this.#sentBytes < this.#uploadBytes && this.#status === 0
    this.#settle(isCut ? { ...fault, isCut } : fault)
  }

  /** Ends the exchange if the next piece of the body can't be sent for a long time. */
  #watchUpload(): void {
    clearTimeout(this.#stallTimer)
    if (this.#sentBytes >= this.#uploadBytes || this.#isSettled) return
    const seconds = MAX_UPLOAD_STALL_MS / 1000
    this.#stallTimer = setTimeout(
      () => this.abort('timeout', `the upload made no progress for ${seconds} s`),
      MAX_UPLOAD_STALL_MS,
    )
  }

  #expire(): void {
    const seconds = Math.round(this.#limits.timeoutMs / 1000)
    if (this.#controller) this.abort('timeout', `no complete response in ${seconds} s`)
    else this.abort('connect_timeout', `no connection in ${seconds} s`)
  }

  #settle(exchange: Exchange): void {
    if (this.#isSettled) return
    this.#isSettled = true
    clearTimeout(this.#timer)
    clearTimeout(this.#stallTimer)
    this.#limits.signal?.removeEventListener('abort', this.#onAbort)
    this.#chunks = exchange.kind === 'response' ? this.#chunks : []
    this.#resolve(exchange)
  }
}

interface ResponseBounds extends JsonBounds {
  /** Maximum size of the body, both compressed and decompressed. */
  bytes: number
}

const KIB = 1024
const MIB = 1024 * KIB

const small: ResponseBounds = { bytes: 256 * KIB, depth: 32, values: 2_000 }
/** Enough for a page of 100 models, each with ten languages of twenty voices. */
const models: ResponseBounds = { bytes: 8 * MIB, depth: 32, values: 200_000 }
/** Inline results stay text, so only their length counts: 2,048 vectors of 1,024 numbers (service.md §Embeddings). */
const status: ResponseBounds = { bytes: 48 * MIB, depth: 32, values: 10_000 }
/** Large, because a service may echo the request, and an unreadable response leaves the job uncertain. */
const submit: ResponseBounds = { bytes: 16 * MIB, depth: 32, values: 10_000 }

/** The maximum size of a response by the request's path, which is relative to the service's prefix. */
export function getResponseBounds(method: string, path: string): ResponseBounds {
  if (path.startsWith('request-status/')) return status
  if (/^models(?:\?|$)/.test(path)) return models
  if (method === 'GET' || /\/price(?:-calculation)?$/.test(path)) return small
  return submit
}

/** Converts a network error into a fault. `sent` is whether sending had started on a connected socket. */
export const toFault = (error: unknown, sent: boolean): Fault => {
  const code = findErrorCode(error)
  const message = error instanceof Error ? error.message : String(error)
  const detail = (code && !message.includes(code) ? `${code}: ${message}` : message || code).slice(0, 300)
  const cause = code === 'ETIMEDOUT' && sent ? 'timeout' : getFaultCause(code)
  return {
    kind: 'fault',
    sent,
    cause,
    detail,
    ...(error instanceof ProxyError && { proxy: error.proxy, proxyFailure: error.failure }),
    ...(error instanceof UnusedProxyError && { proxy: error.proxy }),
  }
}
