import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type { Dispatcher } from 'undici'
import type { Exchange, Fault } from './Exchange.ts'
import { faultFrom } from './faultFrom.ts'
import { boundedJson, type JsonBounds } from './boundedJson.ts'

export interface ExchangeLimits {
  /** For the complete exchange, from connecting to the last byte of the response. */
  timeoutMs: number
  bounds: ResponseBounds
  signal?: AbortSignal | undefined
}

/**
 * Sends a request once and collects the complete response. Never rejects. `sent` is false only if the request was still waiting for a
 * connected (and, over TLS, verified) socket, because the library starts a request only on such a socket.
 */
export const runExchange = (
  dispatcher: Pick<Dispatcher, 'dispatch'>,
  request: Dispatcher.DispatchOptions,
  limits: ExchangeLimits,
): Promise<Exchange> =>
  new Promise((resolve) => {
    const collector = new Collector(limits, resolve)
    if (limits.signal?.aborted) return collector.stop('aborted', 'cancelled before it was sent')
    // Not in the types, but the agent's option to keep this request on HTTP/1.1.
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

/** The request accepts no compression, but a gateway may still compress a response, even one about a paid job. */
const decoded = (body: Buffer, encoding: string | undefined, maxOutputLength: number): Buffer => {
  const decode = DECODERS[encoding?.trim().toLowerCase() ?? '']
  try {
    return decode ? decode(body, { maxOutputLength }) : body
  } catch {
    return body
  }
}

class Collector implements Dispatcher.DispatchHandler {
  readonly #limits: ExchangeLimits
  readonly #resolve: (exchange: Exchange) => void
  readonly #timer: NodeJS.Timeout
  readonly #onAbort = (): void => this.stop('aborted', 'cancelled')
  #controller: Dispatcher.DispatchController | null = null
  #settled = false
  #status = 0
  #headers: Record<string, string> = {}
  #chunks: Buffer[] = []
  #bytes = 0

  constructor(limits: ExchangeLimits, resolve: (exchange: Exchange) => void) {
    this.#limits = limits
    this.#resolve = resolve
    this.#timer = setTimeout(() => this.#expire(), limits.timeoutMs)
    limits.signal?.addEventListener('abort', this.#onAbort)
  }

  /** Aborts the exchange. A request that still waits for its socket is not sent. */
  stop(cause: Fault['cause'], detail: string): void {
    const sent = this.#controller !== null
    this.#settle({ kind: 'fault', sent, cause, detail })
    this.#controller?.abort(new Error(detail))
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // A second start would send the same request again.
    if (this.#settled || this.#controller) {
      controller.abort(new Error('not sent again'))
      return
    }
    this.#controller = controller
  }

  onResponseStart(_: unknown, status: number, headers: Record<string, string | string[] | undefined>): void {
    this.#status = status
    this.#headers = {}
    for (const [name, value] of Object.entries(headers)) {
      if (value !== undefined) this.#headers[name] = Array.isArray(value) ? value.join(', ') : value
    }
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    this.#bytes += chunk.length
    if (this.#bytes > this.#limits.bounds.bytes)
      this.stop('too_large', `more than ${this.#limits.bounds.bytes} bytes in the response`)
    else this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    const body = decoded(
      Buffer.concat(this.#chunks),
      this.#headers['content-encoding'],
      this.#limits.bounds.bytes,
    )
    const text = new TextDecoder().decode(body)
    this.#settle({
      kind: 'answer',
      status: this.#status,
      headers: this.#headers,
      text,
      json: boundedJson(text, this.#limits.bounds),
    })
  }

  onResponseError(_: unknown, error: unknown): void {
    this.#settle(faultFrom(error, this.#controller !== null))
  }

  #expire(): void {
    const seconds = Math.round(this.#limits.timeoutMs / 1000)
    if (this.#controller) this.stop('timeout', `no complete response in ${seconds} s`)
    else this.stop('connect_timeout', `no connection in ${seconds} s`)
  }

  #settle(exchange: Exchange): void {
    if (this.#settled) return
    this.#settled = true
    clearTimeout(this.#timer)
    this.#limits.signal?.removeEventListener('abort', this.#onAbort)
    this.#chunks = exchange.kind === 'answer' ? this.#chunks : []
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
/** Large, because an unreadable response leaves an unconfirmed job, and a service may echo the request. */
const submit: ResponseBounds = { bytes: 16 * MIB, depth: 32, values: 10_000 }

/** How much of a response is read, by the path of the request relative to the service's prefix. */
export function responseBounds(method: string, path: string): ResponseBounds {
  if (path.startsWith('request-status/')) return status
  if (/^models(?:\?|$)/.test(path)) return models
  if (method === 'GET' || /\/price(?:-calculation)?$/.test(path)) return small
  return submit
}
