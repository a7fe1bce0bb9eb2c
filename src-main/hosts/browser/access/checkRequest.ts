import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** The parts of a request that decide whether it is allowed. */
export interface RequestFacts {
  host: string | undefined
  origin: string | undefined
  cookie: string | undefined
  /** The `Sec-Fetch-Site` header. */
  fetchSite: string | undefined
  /** Whether the request must have an `Origin` header, because it changes state or opens the WebSocket. */
  requiresOrigin: boolean
}

/** The hosts and sessions from which requests are allowed. */
export interface AccessPolicy {
  /** The server's port, which is part of the cookie's name. */
  port: number
  /** The value of the session cookie by `Host` header. Requests with any other `Host` header are rejected. */
  sessions: ReadonlyMap<string, string>
}

/** Whether a request is allowed, or why not. */
export type AccessResult = 'ok' | 'wrong_host' | 'wrong_origin' | 'no_session'

/** The name of the session cookie. It contains the port, because the servers on all ports of a host share its cookies. */
export const cookieName = (port: number): string => `easel-${port}`

/** Checks that a request was sent to a known host, by a page of the same host, with the session cookie of that host. */
export function checkRequest(facts: RequestFacts, policy: AccessPolicy): AccessResult {
  const session = policy.sessions.get(facts.host ?? '')
  // Another site could resolve its own name to this machine (DNS rebinding).
  if (session === undefined) return 'wrong_host'
  const isOwnOrigin = facts.origin === `http://${facts.host}`
  if (facts.origin === undefined ? facts.requiresOrigin : !isOwnOrigin) return 'wrong_origin'
  if (facts.fetchSite !== undefined && !['same-origin', 'none'].includes(facts.fetchSite))
    return 'wrong_origin'
  return isSameSecret(readCookie(facts.cookie, cookieName(policy.port)), session) ? 'ok' : 'no_session'
}

/** The access-relevant parts of a request. */
export const readRequestFacts = (request: IncomingMessage, requiresOrigin: boolean): RequestFacts => ({
  host: request.headers.host,
  origin: request.headers.origin,
  cookie: request.headers.cookie,
  fetchSite: joinValues(request.headers['sec-fetch-site']),
  requiresOrigin,
})

const joinValues = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value

/** Compares secrets in constant time, so that the time reveals nothing about the expected one. */
export function isSameSecret(actual: string | null, expected: string): boolean {
  const a = Buffer.from(actual ?? '')
  const b = Buffer.from(expected)
  return a.byteLength === b.byteLength && timingSafeEqual(a, b)
}

function readCookie(header: string | undefined, name: string): string | null {
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return null
}
