import { stat } from 'node:fs/promises'
import type { Access, Answer, Exchange, WireRequest, OnDemand, PriceRequest } from './Exchange.ts'
import type { ExchangeOptions } from './ServiceClient.ts'
import type { Paced } from '../rate-limits/PacedClient.ts'
import { readPrice } from '../responses/readMoney.ts'
import { refusedFields } from './problemFrom.ts'

/** How a connection's service expects requests to one price path. */
interface PathFacts {
  /** The path that works. */
  path: string
  /** Fields that it requires although Easel leaves them out by default. */
  required: ReadonlySet<string>
}

interface Dependencies {
  access: (connectionId: string) => Promise<Access>
  /**
   * Sends when the rate limits allow it. `isUnderstood` returns whether the response shows that the path works, even if it rejects this
   * request; null if that is unknown until the other path has been tried.
   */
  post: (
    access: Access,
    request: WireRequest,
    options: ExchangeOptions,
    isUnderstood: (exchange: Exchange) => boolean | null,
  ) => Promise<Paced>
}

/** Shorter than for a submit, because a price is free. Uploads have their own, longer limit. */
const PRICE_TIMEOUT_MS = 30_000
/** Larger files are not uploaded for a price, because that would take minutes. */
const MAX_UPLOAD_BYTES = 256 * 1024 * 1024
/** The response for a file that Easel doesn't upload because of its size. */
const TOO_LARGE: Answer = { kind: 'answer', status: 413, headers: {}, text: '', json: undefined }
/** Number of refused files that are remembered. */
const MAX_REFUSED = 500

/**
 * Requests prices in the way that a service requires: at the path of the specification if the first path returns 404, and with a file
 * or a count only if a 422 names it. What worked is remembered per connection.
 */
export class PriceCalls {
  readonly #dependencies: Dependencies
  readonly #pathFacts = new Map<string, Map<string, PathFacts>>()
  /** Files that were refused although a 422 named them; they are not uploaded for a price again. */
  readonly #refused = new Set<string>()
  /** Responses (413) to files that were too large, by connection, path and files: not uploaded for a price again. */
  readonly #tooLarge = new Map<string, Exchange>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Returns the last of up to a few exchanges. Price requests are free, so they may be repeated. */
  async fetchPrice(connectionId: string, request: PriceRequest, signal?: AbortSignal): Promise<Paced> {
    const { access, post } = this.#dependencies
    const grantedAccess = await access(connectionId)
    const known = this.#pathFacts.get(connectionId)?.get(request.path)
    const required = new Set(known?.required)
    let path = known?.path ?? request.path
    let usesOtherPath = false
    for (;;) {
      const hasOtherPath = request.otherPath !== undefined && !usesOtherPath
      const wire = wireRequest(request, path, required)
      const upload = wire.encoding === 'multipart' ? uploadName(connectionId, wire) : null
      const rejected = upload === null ? null : await this.#knownRejection(upload, wire)
      if (rejected) return { exchange: rejected, heldUntil: null }
      const options = {
        ...(signal && { signal }),
        ...(wire.encoding === 'json' && { timeoutMs: PRICE_TIMEOUT_MS }),
      }
      const paced = await post(grantedAccess, wire, options, (exchange) =>
        hasOtherPath && isNotFound(exchange) ? null : isAnswered(exchange),
      )
      const { exchange, heldUntil } = paced
      if (exchange.kind !== 'answer' || heldUntil !== null) return paced
      if (exchange.status === 413 && upload !== null) rememberTooLarge(this.#tooLarge, upload, exchange)
      if (isNotFound(exchange) && request.otherPath !== undefined && !usesOtherPath) {
        usesOtherPath = true
        path = path === request.path ? request.otherPath : request.path
        continue
      }
      const named = exchange.status === 422 ? namedIn(exchange) : []
      const unsentFields = this.#unsentFields(request, named, required)
      if (unsentFields.length > 0) {
        unsentFields.forEach((name) => required.add(name))
        continue
      }
      this.#rememberRefused(request, named, required)
      if (exchange.status >= 200 && exchange.status < 300)
        this.#remember(connectionId, request, { path, required })
      return paced
    }
  }

  /** Forgets everything about a connection, because its address or key changed. */
  forget(connectionId: string): void {
    this.#pathFacts.delete(connectionId)
    for (const name of this.#tooLarge.keys())
      if (name.startsWith(`${connectionId} `)) this.#tooLarge.delete(name)
  }

  /** The response to an upload that is known to be too large; null if it should be sent. */
  async #knownRejection(name: string, wire: WireRequest): Promise<Exchange | null> {
    const known = this.#tooLarge.get(name)
    if (known || wire.encoding !== 'multipart') return known ?? null
    const sizes = await Promise.all(wire.files.map(({ path }) => sizeOf(path)))
    return sizes.reduce((sum, size) => sum + size, 0) > MAX_UPLOAD_BYTES ? TOO_LARGE : null
  }

  /** The fields that a rejection names and that were not sent yet. */
  #unsentFields(
    { path, onDemand = [] }: PriceRequest,
    named: readonly string[],
    required: ReadonlySet<string>,
  ): string[] {
    return onDemand
      .filter(({ names }) => !names.some((name) => required.has(name)))
      .filter(({ files }) => !files.some((file) => this.#refused.has(`${path} ${file.path}`)))
      .flatMap(({ names }) => names.filter((name) => named.includes(name)).slice(0, 1))
  }

  #rememberRefused(
    { path, onDemand = [] }: PriceRequest,
    named: readonly string[],
    required: ReadonlySet<string>,
  ): void {
    const alreadySent = onDemand.filter(({ names }) =>
      names.some((name) => named.includes(name) && required.has(name)),
    )
    for (const file of alreadySent.flatMap(({ files }) => files)) this.#refused.add(`${path} ${file.path}`)
    for (const oldest of this.#refused) if (this.#refused.size > MAX_REFUSED) this.#refused.delete(oldest)
  }

  #remember(connectionId: string, request: PriceRequest, facts: PathFacts): void {
    const paths = this.#pathFacts.get(connectionId) ?? new Map<string, PathFacts>()
    this.#pathFacts.set(connectionId, paths.set(request.path, facts))
  }
}

const uploadName = (connectionId: string, wire: WireRequest): string =>
  [connectionId, wire.path, ...('files' in wire ? wire.files.map(({ path }) => path) : [])].join(' ')

/** The size in bytes; 0 if the file can't be read, because the upload reports that error. */
const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )

function rememberTooLarge(known: Map<string, Exchange>, name: string, exchange: Exchange): void {
  known.set(name, exchange)
  const [oldest] = known.keys()
  if (known.size > MAX_REFUSED && oldest !== undefined) known.delete(oldest)
}

const isNotFound = (exchange: Exchange): boolean => exchange.kind === 'answer' && exchange.status === 404

/** Whether the response is a price, or a rejection of this request by the service itself. */
const isAnswered = (exchange: Exchange): boolean =>
  exchange.kind === 'answer' &&
  (exchange.status < 300
    ? readPrice(exchange.json) !== null
    : [400, 402, 409, 413, 422].includes(exchange.status))

/** The fields that a rejection names, without indexes. */
const namedIn = (answer: Answer): string[] =>
  Object.keys(refusedFields(answer.json)).flatMap((name) => name.split(/[.[]/).slice(0, 1))

function wireRequest(request: PriceRequest, path: string, required: ReadonlySet<string>): WireRequest {
  const demanded = (request.onDemand ?? []).filter(({ names }) => names.some((name) => required.has(name)))
  const ownFiles = request.encoding === 'multipart' ? request.files : []
  const files = [...ownFiles, ...demanded.flatMap((demand) => demand.files)]
  const text = demanded.length === 0 ? request.text : bodyWith(request.text, demanded)
  return request.encoding === 'multipart' || files.length > 0
    ? { path, encoding: 'multipart', text, files }
    : { path, encoding: 'json', text }
}

/** The body as canonical text, with each required field in place of those that it replaces. */
function bodyWith(text: string, demanded: readonly OnDemand[]): string {
  const dropped = new Set(demanded.flatMap(({ replaces }) => replaces))
  const body: unknown = JSON.parse(text)
  const entries = Object.entries(Object(body)).filter(([name]) => !dropped.has(name))
  const added = demanded.flatMap(({ sets }) => Object.entries(sets))
  return JSON.stringify(Object.fromEntries([...entries, ...added]))
}
