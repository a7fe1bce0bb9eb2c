import { randomBytes, createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Clock } from '../../../studio/world.ts'
import { cookieName, type AccessPolicy } from './checkRequest.ts'
import { replyText } from '../reply.ts'

/** Longer than resolving a local host name takes, and shorter than the lifetime of a code. */
const OWN_HOST_TIMEOUT_MS = 5_000

/**
 * Signs browsers in. The URL with a one-time code is at 127.0.0.1, which every browser can reach. Its page tries Easel's own host
 * name and continues there with a new code. If the browser can't reach that name, it stays at 127.0.0.1.
 */
export class AccessControl {
  readonly policy: AccessPolicy
  readonly #codes: OneTimeCodes
  readonly #loopbackHost: string
  readonly #ownHost: string
  /** Known only to this server. The sign-in page checks it, so that it never sends a code to another server that uses our host name. */
  readonly #identityToken = randomBytes(32).toString('base64url')

  constructor(hostName: string, port: number, clock: Clock) {
    this.#codes = new OneTimeCodes(clock)
    this.#loopbackHost = `127.0.0.1:${port}`
    this.#ownHost = `${hostName}:${port}`
    const createSecret = (): string => randomBytes(32).toString('base64url')
    // Separate secrets: local servers can see the cookie of 127.0.0.1, which must not work at our own host name.
    const sessions = new Map([
      [this.#loopbackHost, createSecret()],
      [this.#ownHost, createSecret()],
    ])
    this.policy = { port, sessions }
  }

  /** The URL without a code. It works only for a browser that already has a session. */
  get url(): string {
    return `http://${this.#loopbackHost}/`
  }

  /** Creates a URL that works once, within a minute. `onInvalid` is called when it no longer works. */
  issueUrl(onInvalid?: () => void): string {
    return `${this.url}?code=${this.#codes.issue(onInvalid)}`
  }

  /** Responds to a sign-in request. Returns false, without a response, for any other request and for an invalid code. */
  handleSignIn(host: string | undefined, url: URL, response: ServerResponse): boolean {
    const session = this.policy.sessions.get(host ?? '')
    if (session === undefined) return false
    if (host === this.#ownHost && url.pathname === '/reach') {
      response.setHeader('Access-Control-Allow-Origin', `http://${this.#loopbackHost}`)
      replyText(response, 200, this.#identityToken)
      return true
    }
    const code = url.pathname === '/' ? url.searchParams.get('code') : null
    if (code === null || !this.#codes.redeem(code)) return false
    if (host === this.#loopbackHost && !url.searchParams.has('stay')) this.#redirectToOwnHost(response)
    else this.#signIn(response, session)
    return true
  }

  close(): void {
    this.#codes.invalidateAll()
  }

  #redirectToOwnHost(response: ServerResponse): void {
    const own = `http://${this.#ownHost}`
    const parameters = JSON.stringify({ own, token: this.#identityToken, code: this.#codes.issue() })
    const script = `const { own, token, code } = ${parameters}
      const options = { cache: 'no-store', signal: AbortSignal.timeout(${OWN_HOST_TIMEOUT_MS}) }
      const reached = fetch(own + '/reach', options).then((response) => response.text())
      reached.catch(() => '').then((text) =>
        location.replace(text.trim() === token ? own + '/?code=' + code : '/?stay&code=' + code))`
    replyScript(response, script, { connect: own })
  }

  /** Continues by script, because a SameSite cookie is not sent on a redirect that started on another site. */
  #signIn(response: ServerResponse, session: string): void {
    response.setHeader(
      'Set-Cookie',
      `${cookieName(this.policy.port)}=${session}; HttpOnly; SameSite=Strict; Path=/`,
    )
    replyScript(response, `location.replace('/')`, { connect: "'none'" })
  }
}

function replyScript(response: ServerResponse, script: string, allowed: { connect: string }): void {
  const nonce = randomBytes(16).toString('base64')
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; connect-src ${allowed.connect}; base-uri 'none'; frame-ancestors 'none'`
  response
    .writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    })
    .end(`<!doctype html><title>Easel</title><script nonce="${nonce}">${script}</script>`)
}

const CODE_LIFETIME_MS = 60_000

/** Codes for signing in. Each is valid once, for one minute. */
export class OneTimeCodes {
  readonly #clock: Clock
  /** Keyed by hash, so that the time of a lookup reveals nothing about a code. */
  readonly #codesByHash = new Map<string, { expiresAt: number; invalidate: () => void }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Creates a code. `onInvalid` is called once, when the code is redeemed, expires or is invalidated by `invalidateAll`. */
  issue(onInvalid: () => void = () => {}): string {
    const code = randomBytes(32).toString('base64url')
    const hash = hashCode(code)
    const invalidate = (): void => {
      cancelTimer()
      if (this.#codesByHash.delete(hash)) onInvalid()
    }
    const cancelTimer = this.#clock.after(CODE_LIFETIME_MS, invalidate)
    // The time is stored too, because timers pause while the computer sleeps.
    this.#codesByHash.set(hash, { expiresAt: this.#clock.now() + CODE_LIFETIME_MS, invalidate })
    return code
  }

  /** Invalidates a code. Returns whether it was valid. */
  redeem(code: string): boolean {
    const entry = this.#codesByHash.get(hashCode(code))
    entry?.invalidate()
    return entry !== undefined && this.#clock.now() < entry.expiresAt
  }

  /** Invalidates all codes. */
  invalidateAll(): void {
    for (const { invalidate } of this.#codesByHash.values()) invalidate()
  }
}

const hashCode = (code: string): string => createHash('sha256').update(code).digest('hex')
