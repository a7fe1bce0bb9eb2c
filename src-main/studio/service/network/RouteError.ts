import { findErrorCode, getFaultCause } from './errorCodes.ts'

/**
 * Why no connection through a proxy was made. `unreachable`: to the proxy itself; `password`: it asks for a name and password; `refused`: it
 * reported that it can't or won't connect; `unsupported`: its kind is unknown to Easel, or its address is invalid.
 */
export type ProxyFailure = 'unreachable' | 'password' | 'refused' | 'unsupported'

/** A connection that a proxy or its configuration prevented. No byte of the request was sent. */
export class ProxyError extends Error {
  readonly code = 'EASEL_PROXY'
  readonly failure: ProxyFailure
  /** `host:port`. */
  readonly proxy: string

  constructor(failure: ProxyFailure, proxy: string, cause?: unknown) {
    super(describe(failure, proxy, cause), cause === undefined ? undefined : { cause })
    this.failure = failure
    this.proxy = proxy
  }
}

const TEXTS: Record<ProxyFailure, (proxy: string) => string> = {
  unreachable: (proxy) => `The proxy ${proxy} can’t be reached`,
  password: (proxy) => `The proxy ${proxy} asks for a password`,
  refused: (proxy) => `The proxy ${proxy} didn’t make the connection`,
  unsupported: (proxy) => `The proxy ${proxy} isn’t one that Easel can use`,
}

function describe(failure: ProxyFailure, proxy: string, cause: unknown): string {
  const reason = cause instanceof Error ? ` (${cause.message})` : ''
  return `${TEXTS[failure](proxy)}${reason}`
}

/** A failed connection that was made without a proxy, although one is configured for other addresses. */
export class UnusedProxyError extends Error {
  readonly code: string
  /** `host:port`. */
  readonly proxy: string

  constructor(code: string, proxy: string, cause: Error) {
    super(`${cause.message} (without the proxy ${proxy}, which isn’t used for this address)`, { cause })
    this.code = code
    this.proxy = proxy
  }
}

/** The error of a direct connection, which names a proxy that is configured but not used for this address. */
export function nameUnusedProxy(error: Error, proxy: string | null): Error {
  return proxy === null ? error : new UnusedProxyError(findErrorCode(error), proxy, error)
}

/** The message of undici for a CONNECT without success. */
const TUNNEL_REFUSED = /^Proxy response \((\d+)\)/
const PASSWORD_CODES = /^UND_ERR_SOCKS5_AUTH|ERR_PROXY_AUTH/
const REFUSAL_CODES = /^(?:UND_ERR_SOCKS5_|HPE_|UND_ERR_ABORTED|UND_ERR_INVALID_ARG)/

/**
 * Why the connection through a proxy failed. An error of the secure connection to the server itself is returned unchanged, and so are errors
 * of Easel's own checks.
 */
export function toProxyError(error: Error, proxy: string): Error {
  const code = findErrorCode(error)
  const status = TUNNEL_REFUSED.exec(error.message)?.[1]
  if (status === '407' || PASSWORD_CODES.test(code) || error.message.startsWith('Username and password'))
    return new ProxyError('password', proxy)
  if (status !== undefined) return new ProxyError('refused', proxy, new Error(`HTTP ${status}`))
  if (REFUSAL_CODES.test(code) || error.name === 'HTTPParserError')
    return new ProxyError('refused', proxy, error)
  return getFaultCause(code) === 'tls' ? error : new ProxyError('unreachable', proxy, error)
}
