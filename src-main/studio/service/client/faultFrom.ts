import type { Fault } from './Exchange.ts'

const TLS_CODE =
  /^(ERR_TLS|ERR_SSL|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|EPROTO)/

const CAUSES: Record<string, Fault['cause']> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EAI_FAIL: 'dns',
  EAI_NODATA: 'dns',
  ECONNREFUSED: 'refused',
  UND_ERR_CONNECT_TIMEOUT: 'connect_timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_SOCKET: 'reset',
  ECONNRESET: 'reset',
  ECONNABORTED: 'reset',
  EPIPE: 'reset',
}

/** The code of the error, or of the first nested error that has one: a cause, or the failures of both address families. */
const codeOf = (error: unknown, depth = 0): string => {
  if (!(error instanceof Error) || depth > 4) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  const inner: unknown[] = error instanceof AggregateError ? error.errors : [error.cause]
  return inner.map((innerError) => codeOf(innerError, depth + 1)).find(Boolean) ?? ''
}

/** Converts a network error into a fault. `sent` is whether sending had started on a connected socket. */
export const faultFrom = (error: unknown, sent: boolean): Fault => {
  const code = codeOf(error)
  const message = error instanceof Error ? error.message : String(error)
  const detail = (code && !message.includes(code) ? `${code}: ${message}` : message || code).slice(0, 300)
  let cause = CAUSES[code] ?? (TLS_CODE.test(code) ? 'tls' : 'other')
  if (code === 'ETIMEDOUT') cause = sent ? 'timeout' : 'connect_timeout'
  return { kind: 'fault', sent, cause, detail }
}
