import type { ProxyFailure } from '../network/RouteError.ts'
import type { NetworkCause } from '../network/errorCodes.ts'

/** The address and key of a connection. Never leaves the main process. */
export interface Access {
  connectionId: string
  /** Base address without a trailing slash. */
  address: string
  key: string
}

/** One request to the service. `text` is the exact JSON body; in a multipart request, its members become form fields beside the files. */
export type WireRequest =
  | { path: string; encoding: 'json'; text: string }
  | { path: string; encoding: 'multipart'; text: string; files: WireFile[] }

/** A file of a multipart request. */
export interface WireFile {
  field: string
  /** Absolute path on disk; streamed. */
  path: string
  fileName: string
  mime: string
}

/** Why there is no complete response. `sent` is false only if provably no byte of the request reached the service. */
export interface Fault {
  kind: 'fault'
  sent: boolean
  /** `aborted`: by Easel; `input`: a file of the request can't be read. */
  cause: NetworkCause | 'aborted' | 'input' | 'too_large'
  detail: string
  /** Whether the connection ended before all bytes of the body were sent, so that the service provably has no complete request. */
  isCut?: true
  /** The proxy that failed, or one that is configured but not used for this address, as `host:port`. */
  proxy?: string
  proxyFailure?: ProxyFailure
}

/** A complete HTTP response. Header names are in lower case; `json` is undefined if the body isn't JSON. */
export interface ServiceResponse {
  kind: 'response'
  status: number
  headers: Record<string, string>
  text: string
  json: unknown
  /** Whether it is a redirect to another site. */
  redirectsAway?: boolean
}

/** The outcome of one HTTP exchange with the service. Network errors are values, not exceptions. */
export type Exchange = ServiceResponse | Fault

/** Whether there is no response for a reason that shows nothing about the service: Easel aborted the request or couldn't make it. */
export const isLocalFault = (exchange: Exchange): boolean =>
  exchange.kind === 'fault' && (exchange.cause === 'aborted' || exchange.cause === 'input')

/** A field that a price request includes only after a 422 response has named it. */
export interface OnDemandField {
  /** Field names on the wire, without indexes. A rejection that names any of them requires this field. */
  names: string[]
  /** Names of the body's fields that are removed when this one is sent. */
  replacedFields: string[]
  addedFields: Record<string, string | number>
  files: WireFile[]
}

/** A price request, with alternatives after a 404 or 422. */
export type PriceRequest = WireRequest & {
  /** The path to try after a 404: that of the specification (service.md §Prices), if `path` differs from it. */
  fallbackPath?: string
  onDemand?: OnDemandField[]
}

/** Whether the service provably did not receive the complete request. */
export const isNotReceived = (exchange: Exchange): boolean =>
  exchange.kind === 'fault' && (!exchange.sent || exchange.isCut === true)
