import { stat } from 'node:fs/promises'
import type {
  Access,
  ServiceResponse,
  Exchange,
  WireFile,
  WireRequest,
  OnDemandField,
  PriceRequest,
} from '../http/Exchange.ts'
import type { ExchangeOptions } from './ServiceClient.ts'
import type { PacedExchange } from './PacedClient.ts'
import { readPrice } from '../responses/readMoney.ts'
import { readFieldErrors } from '../responses/problemFrom.ts'
import type { Connections } from '../connections/Connections.ts'

/** What a successful price request showed about the path of a request. */
interface PricePath {
  /** The path that works: the request's own one or its fallback. */
  path: string
  /** Names of on-demand fields that the service requires. */
  required: ReadonlySet<string>
}

/** What the responses of a connection have shown. */
interface ConnectionCache {
  /** By the path of the request. */
  paths: Map<string, PricePath>
  /** Files that the service named in a 422 even after they were sent, by path and file; they are not uploaded for a price again. */
  rejectedFiles: Set<string>
  /** Responses (413) to files that were too large, by path and files; they are not uploaded for a price again. */
  tooLargeResponses: Map<string, Exchange>
}

interface Dependencies {
  connections: Pick<Connections, 'getAccess'>
  /**
   * Sends when the rate limits allow it. `isUnderstood` returns whether the response shows that the path works, even if it rejects this
   * request; null if that is unknown until the other path has been tried.
   */
  post: (
    access: Access,
    request: WireRequest,
    options: ExchangeOptions,
    isUnderstood: (exchange: Exchange) => boolean | null,
  ) => Promise<PacedExchange>
}

/** Shorter than for a submit, because a price is free. Uploads have their own, longer limit. */
const PRICE_TIMEOUT_MS = 30_000
/** Larger files are not uploaded for a price, because that would take minutes. */
const MAX_UPLOAD_BYTES = 256 * 1024 * 1024
/** Takes the place of the service's response if Easel doesn't upload a file because of its size. */
const TOO_LARGE_RESPONSE: ServiceResponse = {
  kind: 'response',
  status: 413,
  headers: {},
  text: '',
  json: undefined,
}
/** Maximum number of remembered rejected files and uploads of a connection. */
const MAX_REMEMBERED = 500

/**
 * Requests prices, adapting to the service: tries the fallback path after a 404, and adds an on-demand field such as a file after a 422
 * names it. The path and fields that worked are remembered per connection.
 */
export class PriceClient {
  readonly #dependencies: Dependencies
  readonly #caches = new Map<string, ConnectionCache>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Fetches a price. May send several requests, which are free, and returns the last exchange. */
  async fetchPrice(
    connectionId: string,
    completeRequest: PriceRequest,
    signal?: AbortSignal,
  ): Promise<PacedExchange> {
    const { connections, post } = this.#dependencies
    // If the access changes before the response arrives, this object is no longer used, so what it learns is forgotten.
    const cache = this.#getCache(connectionId)
    const request = withoutRejectedFiles(completeRequest, cache)
    const connectionAccess = await connections.getAccess(connectionId)
    const known = cache.paths.get(request.path)
    const required = new Set(known?.required)
    let path = known?.path ?? request.path
    let isPathSwitched = false
    for (;;) {
      const canSwitchPath = request.fallbackPath !== undefined && !isPathSwitched
      const wire = buildWireRequest(request, path, required)
      const uploadKey = wire.encoding === 'multipart' ? buildUploadKey(wire) : null
      const knownRejection = uploadKey === null ? null : await findKnownRejection(uploadKey, wire, cache)
      if (knownRejection) return { exchange: knownRejection, heldUntil: null }
      const options = {
        ...(signal && { signal }),
        ...(wire.encoding === 'json' && { timeoutMs: PRICE_TIMEOUT_MS }),
      }
      const paced = await post(connectionAccess, wire, options, (exchange) =>
        canSwitchPath && isNotFound(exchange) ? null : isPriceOrRejection(exchange),
      )
      const { exchange, heldUntil } = paced
      if (exchange.kind !== 'response' || heldUntil !== null) return paced
      if (exchange.status === 413 && uploadKey !== null)
        rememberTooLarge(cache.tooLargeResponses, uploadKey, exchange)
      if (isNotFound(exchange) && request.fallbackPath !== undefined && !isPathSwitched) {
        isPathSwitched = true
        path = path === request.path ? request.fallbackPath : request.path
        continue
      }
      const rejectedNames = exchange.status === 422 ? findRejectedNames(exchange) : []
      const unsentFields = findUnsentFields(request, rejectedNames, required)
      if (unsentFields.length > 0) {
        unsentFields.forEach((name) => required.add(name))
        continue
      }
      rememberRejectedFiles(cache.rejectedFiles, request, rejectedNames, required)
      if (exchange.status >= 200 && exchange.status < 300) cache.paths.set(request.path, { path, required })
      return paced
    }
  }

  /** Forgets what a connection rejected and which paths it has, because its address or key changed. */
  forget(connectionId: string): void {
    this.#caches.delete(connectionId)
  }

  #getCache(connectionId: string): ConnectionCache {
    let cache = this.#caches.get(connectionId)
    if (!cache) {
      cache = { paths: new Map(), rejectedFiles: new Set(), tooLargeResponses: new Map() }
      this.#caches.set(connectionId, cache)
    }
    return cache
  }
}

/** The response to an upload that the service rejected as too large before, or that Easel considers too large; otherwise null. */
async function findKnownRejection(
  uploadKey: string,
  wire: WireRequest,
  { tooLargeResponses }: ConnectionCache,
): Promise<Exchange | null> {
  const known = tooLargeResponses.get(uploadKey)
  if (known || wire.encoding !== 'multipart') return known ?? null
  const sizes = await Promise.all(wire.files.map(({ path }) => getFileSize(path)))
  return sizes.reduce((sum, size) => sum + size, 0) > MAX_UPLOAD_BYTES ? TOO_LARGE_RESPONSE : null
}

/** The request without the on-demand fields whose files the service has rejected. */
function withoutRejectedFiles(request: PriceRequest, { rejectedFiles }: ConnectionCache): PriceRequest {
  const isRejected = (file: WireFile): boolean => rejectedFiles.has(`${request.path} ${file.path}`)
  const { onDemand = [] } = request
  return { ...request, onDemand: onDemand.filter(({ files }) => !files.some(isRejected)) }
}

function rememberRejectedFiles(
  known: Set<string>,
  { path, onDemand = [] }: PriceRequest,
  named: readonly string[],
  required: ReadonlySet<string>,
): void {
  const alreadySent = onDemand.filter(({ names }) =>
    names.some((name) => named.includes(name) && required.has(name)),
  )
  for (const file of alreadySent.flatMap(({ files }) => files)) known.add(`${path} ${file.path}`)
  for (const oldest of known) if (known.size > MAX_REMEMBERED) known.delete(oldest)
}

/** The on-demand fields that a rejection names and that were not sent yet. */
const findUnsentFields = (
  { onDemand = [] }: PriceRequest,
  named: readonly string[],
  required: ReadonlySet<string>,
): string[] =>
  onDemand
    .filter(({ names }) => !names.some((name) => required.has(name)))
    .flatMap(({ names }) => names.filter((name) => named.includes(name)).slice(0, 1))

/** The path and the files of an upload, as a key of `tooLargeResponses`. */
const buildUploadKey = (wire: WireRequest): string =>
  [wire.path, ...('files' in wire ? wire.files.map(({ path }) => path) : [])].join(' ')

/** The size in bytes; 0 if the file can't be read, because the upload reports that error. */
const getFileSize = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )

function rememberTooLarge(known: Map<string, Exchange>, uploadKey: string, exchange: Exchange): void {
  known.set(uploadKey, exchange)
  const [oldest] = known.keys()
  if (known.size > MAX_REMEMBERED && oldest !== undefined) known.delete(oldest)
}

const isNotFound = (exchange: Exchange): boolean => exchange.kind === 'response' && exchange.status === 404

/** Whether the response is a price, or a rejection of this request by the service itself. */
const isPriceOrRejection = (exchange: Exchange): boolean =>
  exchange.kind === 'response' &&
  (exchange.status < 300
    ? readPrice(exchange.json) !== null
    : [400, 402, 409, 413, 422].includes(exchange.status))

/** The fields that a rejection names, without indexes. */
const findRejectedNames = (response: ServiceResponse): string[] =>
  Object.keys(readFieldErrors(response.json)).flatMap((name) => name.split(/[.[]/).slice(0, 1))

function buildWireRequest(request: PriceRequest, path: string, required: ReadonlySet<string>): WireRequest {
  const requiredFields = (request.onDemand ?? []).filter(({ names }) =>
    names.some((name) => required.has(name)),
  )
  const ownFiles = request.encoding === 'multipart' ? request.files : []
  const files = [...ownFiles, ...requiredFields.flatMap((field) => field.files)]
  const text = requiredFields.length === 0 ? request.text : addFieldsToBody(request.text, requiredFields)
  return request.encoding === 'multipart' || files.length > 0
    ? { path, encoding: 'multipart', text, files }
    : { path, encoding: 'json', text }
}

/** The body as canonical JSON, with the required on-demand fields in place of those that they replace. */
function addFieldsToBody(text: string, requiredFields: readonly OnDemandField[]): string {
  const dropped = new Set(requiredFields.flatMap(({ replacedFields }) => replacedFields))
  const body: unknown = JSON.parse(text)
  const entries = Object.entries(Object(body)).filter(([name]) => !dropped.has(name))
  const added = requiredFields.flatMap(({ addedFields }) => Object.entries(addedFields))
  return JSON.stringify(Object.fromEntries([...entries, ...added]))
}
