import { timingSafeEqual } from 'node:crypto'

/** What of a request decides whether it is answered at all. */
export interface RequestFacts {
  host: string | undefined
  origin: string | undefined
  cookie: string | undefined
  fetchSite: string | undefined
  /** The request changes things or opens the event stream: its origin must be told and ours. */
  active: boolean
}

/** Whom the host answers. */
export interface Gate {
  port: number
  /** The value of the session cookie by the Host header it belongs to: these hosts and no others are ours. */
  sessions: ReadonlyMap<string, string>
}

export type Verdict = 'ok' | 'wrong_host' | 'wrong_origin' | 'no_session'

/** Named by the port: cookies do not tell ports apart, so two Easels would overwrite each other's. */
export const cookieName = (port: number): string => `easel-${port}`

/** Who may be answered: one of our own hosts, asked by its own page, with the cookie of this start and this host. */
export function checkRequest(facts: RequestFacts, gate: Gate): Verdict {
  const session = gate.sessions.get(facts.host ?? '')
  // Any other name for this machine is another site's (DNS rebinding).
  if (session === undefined) return 'wrong_host'
  const ownOrigin = facts.origin === `http://${facts.host}`
  if (facts.origin === undefined ? facts.active : !ownOrigin) return 'wrong_origin'
  if (facts.fetchSite !== undefined && !['same-origin', 'none'].includes(facts.fetchSite))
    return 'wrong_origin'
  return sameSecret(readCookie(facts.cookie, cookieName(gate.port)), session) ? 'ok' : 'no_session'
}

/** Equal, in a time that does not tell how much of it is. */
export function sameSecret(given: string | null, expected: string): boolean {
  const a = Buffer.from(given ?? '')
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
