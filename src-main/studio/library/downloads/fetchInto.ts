import { Writable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { isIP } from 'node:net'
import type { RequestCode, RequestData } from '../../../../src-preload/contract/problemParams.ts'
import { serviceErrors } from '../../../../src-preload/contract/errors.ts'
import type { Clock } from '../../world.ts'
import { findErrorCode } from '../../service/network/errorCodes.ts'
import type { Fault } from '../../service/http/Exchange.ts'
import { toFault } from '../../service/http/runExchange.ts'
import { networkParams } from '../../service/responses/problemFrom.ts'
import { type ByteSink, TooLargeError } from './PartFile.ts'
import { parseContentEncoding, ContentDecoder } from './ContentDecoder.ts'
import { TOO_LARGE, type FailedDownload } from './DownloadOutcome.ts'
import { ADDRESS_REJECTED, type AllowedHosts, classifyAddress } from './AllowedHosts.ts'

const MAX_REDIRECTS = 5
/** A response other than 200 is aborted when its body is longer than this. */
const MAX_IGNORED_BYTES = 65_536

/** A URL to fetch, and the limits of the fetch. */
export interface FetchRequest {
  url: string
  /** The base of a relative `url`. */
  base: string | null
  allowedHosts: AllowedHosts
  /** Maximum size of the decoded body. */
  maxBytes: number
  signal?: AbortSignal | undefined
}

/** An error of the network or the host, which may be temporary. */
type FailedFetch = Pick<FailedDownload, 'kind' | 'problem' | 'isHostDown'>

/**
 * The outcome of a fetch. `isFramed`: the response declared its length or was chunked; otherwise the body ends with the connection and
 * may be truncated. `isWebPage`: the host declared it as HTML. `refused`: the address or the size isn't acceptable; `failed`: an error of the network or the host, which may be
 * temporary; `disk`: the body could not be written to disk.
 */
export type FetchOutcome =
  | { kind: 'complete'; isFramed: boolean; isWebPage?: boolean }
  | { kind: 'expired'; status: number }
  | { kind: 'refused'; reason: string }
  | FailedFetch
  | { kind: 'disk'; error: unknown }

type HopOutcome = FetchOutcome | { kind: 'redirect'; to: string }

/** Some storage hosts respond with 400 to an expired signed link. */
const EXPIRED_STATUSES = new Set([400, 401, 403, 404, 410])
const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308])
/** Causes of failure for which no request to the host can succeed now. */
const HOST_DOWN_CAUSES: ReadonlySet<Fault['cause']> = new Set([
  'dns',
  'refused',
  'tls',
  'proxy',
  'connect_timeout',
])

/** Downloads a body into `sink` without credentials. Follows up to five redirects and checks each like the first URL. */
export async function fetchInto(
  sink: ByteSink,
  request: FetchRequest,
  dispatcher: Dispatcher,
  clock: Clock,
): Promise<FetchOutcome> {
  let base = request.base
  let next = request.url
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const target = await resolveTarget(next, base, request.allowedHosts)
    if (typeof target === 'string') return { kind: 'refused', reason: target }
    const outcome = await fetchHop(target, sink, request, dispatcher, clock)
    if (outcome.kind !== 'redirect') return outcome
    next = outcome.to
    base = target.href
  }
  return { kind: 'refused', reason: 'redirects' }
}

async function fetchHop(
  target: URL,
  sink: ByteSink,
  { maxBytes, signal }: FetchRequest,
  dispatcher: Dispatcher,
  clock: Clock,
): Promise<HopOutcome> {
  const stopController = new AbortController()
  /** Received response headers count as progress, as if they were the minimum number of bytes of a window. */
  let headerProgress = 0
  const stallWatch = new StallWatch(
    clock,
    () => headerProgress + (countReceivedBytes(decoder) ?? sink.bytes),
    () => stopController.abort(new DOMException('No bytes', 'TimeoutError')),
  )
  const response: { status: number; headers: Dispatcher.StreamFactoryData['headers'] } = {
    status: 0,
    headers: {},
  }
  let decoder: ContentDecoder | null = null
  const signals = signal ? [stopController.signal, signal] : [stopController.signal]
  const options = {
    dispatcher,
    method: 'GET',
    headers: { 'accept-encoding': 'identity', accept: '*/*' },
  } as const
  try {
    const { stream } = await import('undici')
    await stream(target, { ...options, signal: AbortSignal.any(signals) }, ({ statusCode, headers }) => {
      Object.assign(response, { status: statusCode, headers })
      headerProgress += MIN_BYTES_PER_WINDOW
      if (statusCode !== 200) return ignoreBody(stopController)
      if (Number(headers['content-length'] ?? 0) > maxBytes)
        throw new TooLargeError(`More than ${maxBytes} bytes`)
      const codings = parseContentEncoding(joinHeader(headers['content-encoding']))
      if (codings === null) throw new UnsupportedCodingError('Content-Encoding')
      decoder = codings.length > 0 ? new ContentDecoder(codings, sink) : null
      return decoder ?? sink
    })
  } catch (error) {
    if (signal?.aborted) return failed(serviceErrors.interrupted)
    const isBodyIgnored = response.status !== 0 && response.status !== 200
    if (error instanceof UnsupportedCodingError || isInvalid(decoder)) return damagedOutcome('encoded')
    if (!isBodyIgnored) return toErrorOutcome(error, sink, response.status, stopController.signal)
  } finally {
    stallWatch.stop()
  }
  return toResponseOutcome(response.status, response.headers, countReceivedBytes(decoder) ?? sink.bytes)
}

class UnsupportedCodingError extends Error {}

const isInvalid = (decoder: ContentDecoder | null): boolean => decoder?.isInvalid ?? false
const countReceivedBytes = (decoder: ContentDecoder | null): number | null => decoder?.receivedBytes ?? null

/** The outcome by the status and headers of a response. `receivedBytes`: the size of the received body before decoding. */
function toResponseOutcome(
  status: number,
  headers: Dispatcher.StreamFactoryData['headers'],
  receivedBytes: number,
): HopOutcome {
  const location = headers['location']
  if (REDIRECT_STATUSES.has(status) && typeof location === 'string') return { kind: 'redirect', to: location }
  if (status === 511) return failed(serviceErrors.signIn, { status })
  if (EXPIRED_STATUSES.has(status)) return { kind: 'expired', status }
  if (status !== 200) return failed(serviceErrors.serverError, { status })
  const declaredLength = headers['content-length']
  if (declaredLength !== undefined && Number(declaredLength) !== receivedBytes) return damagedOutcome('cut')
  const isChunked = /\bchunked\b/i.test(joinHeader(headers['transfer-encoding']))
  const isWebPage = /^(?:text\/html|application\/xhtml)/i.test(joinHeader(headers['content-type']))
  return { kind: 'complete', isFramed: declaredLength !== undefined || isChunked, isWebPage }
}

const joinHeader = (header: string | string[] | undefined): string => [header ?? []].flat().join(',')

/** The job was completed and charged before the fetch. */
export const failed = (code: RequestCode, params?: RequestData['params']): FailedFetch => ({
  kind: 'failed',
  problem: { code, money: 'charged', ...(params && { params }) },
})

/** `what`: how the body is damaged. */
export const damagedOutcome = (what: string): FailedFetch => failed(serviceErrors.resultDamaged, { what })

function toErrorOutcome(
  error: unknown,
  sink: ByteSink,
  status: number,
  stopSignal: AbortSignal,
): FetchOutcome {
  if (sink.writeError !== null) return { kind: 'disk', error: sink.writeError }
  if (error instanceof TooLargeError) return { kind: 'refused', reason: TOO_LARGE }
  if (stopSignal.aborted) return failed(serviceErrors.timeout)
  const code = findErrorCode(error)
  if (code === ADDRESS_REJECTED) return { kind: 'refused', reason: 'address' }
  const fault = toFault(error, status !== 0)
  const params = { cause: code || 'unknown', ...networkParams(fault) }
  const hostDown = HOST_DOWN_CAUSES.has(fault.cause) && { isHostDown: true }
  if (fault.cause === 'tls') return { ...failed(serviceErrors.tls, params), ...hostDown }
  if (fault.cause === 'proxy') return { ...failed(serviceErrors.proxy, params), ...hostDown }
  if (status === 200) return damagedOutcome('cut')
  const problemCode = hostDown || status === 0 ? serviceErrors.unreachable : serviceErrors.serverError
  return { ...failed(problemCode, params), ...hostDown }
}

/** Discards the body of a response other than 200, and aborts the request if the body is long. */
function ignoreBody(stopController: AbortController): Writable {
  let bytes = 0
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > MAX_IGNORED_BYTES) stopController.abort()
      done()
    },
  })
}

/** Why a URL is rejected. */
type TargetRejection = 'not_a_url' | 'not_https' | 'credentials' | 'address'

/**
 * The parsed URL of a result, or why it is rejected. It must use https; http is allowed on this computer if the service runs there too.
 * Relative URLs are resolved against `base`. Host names are checked when connecting.
 */
export async function resolveTarget(
  text: string,
  base: string | null,
  allowedHosts: AllowedHosts,
): Promise<URL | TargetRejection> {
  const url = URL.parse(text, base ?? undefined)
  if (!url) return 'not_a_url'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isLocal = host === 'localhost' || classifyAddress(host) === 'loopback'
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal && allowedHosts.isLocal))
    return 'not_https'
  if (url.username !== '' || url.password !== '') return 'credentials'
  if (isIP(host) !== 0 && !(await allowedHosts.allowedAddresses(host, [host])).has(host)) return 'address'
  return url
}

const STALL_WINDOW_MS = 30_000
/** A body with fewer bytes than this per window counts as stalled. */
const MIN_BYTES_PER_WINDOW = 1024

/** Calls `onStall` when almost no bytes were received for 30 seconds. */
class StallWatch {
  readonly #clock: Clock
  readonly #onStall: () => void
  readonly #receivedBytes: () => number
  #previous = 0
  #cancel: () => void

  constructor(clock: Clock, receivedBytes: () => number, onStall: () => void) {
    this.#clock = clock
    this.#receivedBytes = receivedBytes
    this.#onStall = onStall
    this.#cancel = clock.after(STALL_WINDOW_MS, () => this.#check())
  }

  stop(): void {
    this.#cancel()
  }

  #check(): void {
    const receivedBytes = this.#receivedBytes()
    if (receivedBytes - this.#previous < MIN_BYTES_PER_WINDOW) return this.#onStall()
    this.#previous = receivedBytes
    this.#cancel = this.#clock.after(STALL_WINDOW_MS, () => this.#check())
  }
}
