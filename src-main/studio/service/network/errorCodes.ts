/** What failed in the network. `proxy`: a proxy can't be used; `connect_timeout`: there was no connection in time, or no network. */
export type NetworkCause =
  | 'dns'
  | 'refused'
  | 'tls'
  | 'proxy'
  | 'connect_timeout'
  | 'timeout'
  | 'reset'
  | 'other'

const TLS_CODE =
  /^(ERR_TLS|ERR_SSL|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|EPROTO)/

const CAUSE_BY_CODE: Record<string, NetworkCause> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EAI_FAIL: 'dns',
  EAI_NODATA: 'dns',
  ECONNREFUSED: 'refused',
  UND_ERR_CONNECT_TIMEOUT: 'connect_timeout',
  ETIMEDOUT: 'connect_timeout',
  // No network, or none of the address's family: nothing can respond.
  EHOSTUNREACH: 'connect_timeout',
  EHOSTDOWN: 'connect_timeout',
  ENETUNREACH: 'connect_timeout',
  ENETDOWN: 'connect_timeout',
  EADDRNOTAVAIL: 'connect_timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_SOCKET: 'reset',
  ECONNRESET: 'reset',
  ECONNABORTED: 'reset',
  EPIPE: 'reset',
  EASEL_PROXY: 'proxy',
}

/** The cause of a network error by its code. */
export const getFaultCause = (code: string): NetworkCause =>
  CAUSE_BY_CODE[code] ?? (TLS_CODE.test(code) ? 'tls' : 'other')

/** The code of the error, or of the first nested error that has one: its cause, or the failures over IPv4 and IPv6. */
export const findErrorCode = (error: unknown, depth = 0): string => {
  if (!(error instanceof Error) || depth > 4) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  const inner: unknown[] = error instanceof AggregateError ? error.errors : [error.cause]
  return inner.map((innerError) => findErrorCode(innerError, depth + 1)).find(Boolean) ?? ''
}

/**
 * Why a secure connection failed. `untrusted`: nobody whom this computer trusts vouches for the server; `name`: its certificate is for
 * another name; `date`: the certificate has expired or isn't valid yet; `not_tls`: what responded doesn't speak TLS.
 */
export type TlsFailure = 'untrusted' | 'name' | 'date' | 'not_tls'

const TLS_FAILURES: readonly (readonly [TlsFailure, RegExp])[] = [
  ['untrusted', /SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY)|CERT_UNTRUSTED|CERT_CHAIN_TOO_LONG/],
  ['name', /ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH/],
  ['date', /CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/],
  ['not_tls', /WRONG_VERSION_NUMBER|wrong version number|HTTP_REQUEST|http request|PACKET_LENGTH/],
]

/** By the code or the message of the error; undefined for any other reason. */
export const describeTlsError = (text: string): TlsFailure | undefined =>
  TLS_FAILURES.find(([, pattern]) => pattern.test(text))?.[0]
