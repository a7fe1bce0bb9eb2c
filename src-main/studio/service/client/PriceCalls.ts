import { stat } from 'node:fs/promises'
import type { Access, Answer, Exchange, WireRequest } from './Exchange.ts'
import type { ExchangeOptions } from './ServiceClient.ts'
import type { Paced } from '../rate-limits/PacedClient.ts'
import type { OnDemand, PriceRequest } from './PriceRequest.ts'
import { readPrice } from '../responses/readPrice.ts'
import { refusedFields } from './refusedFields.ts'

/** What was learnt about one price path of a connection. */
interface Learnt {
  /** The path that works instead of the usual one. */
  path: string
  /** Fields that it requires although they are usually left out. */
  wanted: ReadonlySet<string>
}

interface Parts {
  access: (connectionId: string) => Promise<Access>
  /**
   * Sends when the rate limits allow it. `isUnderstood`: whether the route works, whatever it says of this request; null: unknown
   * before the other path was asked.
   */
  post: (
    access: Access,
    request: WireRequest,
    options: ExchangeOptions,
    isUnderstood: (exchange: Exchange) => boolean | null,
  ) => Promise<Paced>
}

/** Shorter than that of a submit, because a price is free. Uploads keep their longer limit. */
const PRICE_TIMEOUT_MS = 30_000
/** Larger files are not uploaded for a price, which would take minutes. */
const MAX_UPLOAD_BYTES = 256 * 1024 * 1024
/** Stands for the response to a file that Easel does not upload because of its size. */
const TOO_LARGE: Answer = { kind: 'answer', status: 413, headers: {}, text: '', json: undefined }
/** Number of refused files that are remembered. */
const MAX_REFUSED = 500

/**
 * Requests prices in the way a service requires: at the path of the specification if the other is 404, and with a file or a
 * count only if a 422 names it. What worked is remembered per connection.
 */
export class PriceCalls {
  readonly #parts: Parts
  readonly #learnt = new Map<string, Map<string, Learnt>>()
  /** Files that were refused although a 422 named them; they are not uploaded for a price again. */
  readonly #refused = new Set<string>()
  /** Responses (413) to files that were too large, by connection, path and files: not uploaded for a price again. */
  readonly #tooLarge = new Map<string, Exchange>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Returns the last of one to a few exchanges; price requests are free, so they may be repeated. */
  async ask(connectionId: string, request: PriceRequest, signal?: AbortSignal): Promise<Paced> {
    const { access, post } = this.#parts
    const granted = await access(connectionId)
    const known = this.#learnt.get(connectionId)?.get(request.path)
    const wanted = new Set(known?.wanted)
    let path = known?.path ?? request.path
    let isMoved = false
    for (;;) {
      const mayMove = request.otherPath !== undefined && !isMoved
      const wire = wireRequest(request, path, wanted)
      const upload = wire.encoding === 'multipart' ? uploadName(connectionId, wire) : null
      const rejected = upload === null ? null : await this.#rejectedBefore(upload, wire)
      if (rejected) return { exchange: rejected, heldUntil: null }
      const options = {
        ...(signal && { signal }),
        ...(wire.encoding === 'json' && { timeoutMs: PRICE_TIMEOUT_MS }),
      }
      const paced = await post(granted, wire, options, (exchange) =>
        mayMove && isNotFound(exchange) ? null : isAnswered(exchange),
      )
      const { exchange, heldUntil } = paced
      if (exchange.kind !== 'answer' || heldUntil !== null) return paced
      if (exchange.status === 413 && upload !== null) keep(this.#tooLarge, upload, exchange)
      if (isNotFound(exchange) && request.otherPath !== undefined && !isMoved) {
        isMoved = true
        path = path === request.path ? request.otherPath : request.path
        continue
      }
      const named = exchange.status === 422 ? namedIn(exchange) : []
      const unmet = this.#unmet(request, named, wanted)
      if (unmet.length > 0) {
        unmet.forEach((name) => wanted.add(name))
        continue
      }
      this.#noteRefused(request, named, wanted)
      if (exchange.status >= 200 && exchange.status < 300)
        this.#remember(connectionId, request, { path, wanted })
      return paced
    }
  }

  /** Forgets what was learnt about a connection, because its address or key changed. */
  forget(connectionId: string): void {
    this.#learnt.delete(connectionId)
    for (const name of this.#tooLarge.keys())
      if (name.startsWith(`${connectionId} `)) this.#tooLarge.delete(name)
  }

  /** The response to an upload that is known to be too large; null: it is worth a try. */
  async #rejectedBefore(name: string, wire: WireRequest): Promise<Exchange | null> {
    const known = this.#tooLarge.get(name)
    if (known || wire.encoding !== 'multipart') return known ?? null
    const sizes = await Promise.all(wire.files.map(({ path }) => sizeOf(path)))
    return sizes.reduce((sum, size) => sum + size, 0) > MAX_UPLOAD_BYTES ? TOO_LARGE : null
  }

  /** The fields named by a refusal that were not sent yet. */
  #unmet(
    { path, onDemand = [] }: PriceRequest,
    named: readonly string[],
    wanted: ReadonlySet<string>,
  ): string[] {
    return onDemand
      .filter(({ names }) => !names.some((name) => wanted.has(name)))
      .filter(({ files }) => !files.some((file) => this.#refused.has(`${path} ${file.path}`)))
      .flatMap(({ names }) => names.filter((name) => named.includes(name)).slice(0, 1))
  }

  #noteRefused(
    { path, onDemand = [] }: PriceRequest,
    named: readonly string[],
    wanted: ReadonlySet<string>,
  ): void {
    const again = onDemand.filter(({ names }) =>
      names.some((name) => named.includes(name) && wanted.has(name)),
    )
    for (const file of again.flatMap(({ files }) => files)) this.#refused.add(`${path} ${file.path}`)
    for (const oldest of this.#refused) if (this.#refused.size > MAX_REFUSED) this.#refused.delete(oldest)
  }

  #remember(connectionId: string, request: PriceRequest, learnt: Learnt): void {
    const paths = this.#learnt.get(connectionId) ?? new Map<string, Learnt>()
    this.#learnt.set(connectionId, paths.set(request.path, learnt))
  }
}

const uploadName = (connectionId: string, wire: WireRequest): string =>
  [connectionId, wire.path, ...('files' in wire ? wire.files.map(({ path }) => path) : [])].join(' ')

/** In bytes; 0 for a file that can't be read, which the upload itself reports. */
const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )

function keep(known: Map<string, Exchange>, name: string, exchange: Exchange): void {
  known.set(name, exchange)
  const [oldest] = known.keys()
  if (known.size > MAX_REFUSED && oldest !== undefined) known.delete(oldest)
}

const isNotFound = (exchange: Exchange): boolean => exchange.kind === 'answer' && exchange.status === 404

/** Whether it is a price, or the service's own refusal of this request. */
const isAnswered = (exchange: Exchange): boolean =>
  exchange.kind === 'answer' &&
  (exchange.status < 300
    ? readPrice(exchange.json) !== null
    : [400, 402, 409, 413, 422].includes(exchange.status))

/** The fields that a refusal names, without indexes. */
const namedIn = (answer: Answer): string[] =>
  Object.keys(refusedFields(answer.json)).flatMap((name) => name.split(/[.[]/).slice(0, 1))

function wireRequest(request: PriceRequest, path: string, wanted: ReadonlySet<string>): WireRequest {
  const met = (request.onDemand ?? []).filter(({ names }) => names.some((name) => wanted.has(name)))
  const own = request.encoding === 'multipart' ? request.files : []
  const files = [...own, ...met.flatMap((one) => one.files)]
  const text = met.length === 0 ? request.text : bodyWith(request.text, met)
  return request.encoding === 'multipart' || files.length > 0
    ? { path, encoding: 'multipart', text, files }
    : { path, encoding: 'json', text }
}

/** The body with the required fields in place of those they replace, as canonical text. */
function bodyWith(text: string, met: readonly OnDemand[]): string {
  const dropped = new Set(met.flatMap(({ replaces }) => replaces))
  const body: unknown = JSON.parse(text)
  const entries = Object.entries(Object(body)).filter(([name]) => !dropped.has(name))
  const added = met.flatMap(({ sets }) => Object.entries(sets))
  return JSON.stringify(Object.fromEntries([...entries, ...added]))
}
