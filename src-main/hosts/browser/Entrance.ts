import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Clock } from '../../studio/world.ts'
import { cookieName } from './checkRequest.ts'
import type { Gate } from './checkRequest.ts'
import { OneTimeCodes } from './OneTimeCodes.ts'
import { replyText } from './reply.ts'

/** Shorter than a code lives, longer than a name of this machine takes to resolve. */
const REACH_MS = 5_000

/**
 * How a browser gets its session. The address with a one-time code is always at 127.0.0.1, which every browser knows. Its
 * page tries our own name and goes on there with a new code; only where the browser cannot reach that name does it stay.
 */
export class Entrance {
  readonly gate: Gate
  readonly #codes: OneTimeCodes
  readonly #plainHost: string
  readonly #ownHost: string
  /** What only our own server answers at our own name: another one that a resolver led to gets no code. */
  readonly #proof = randomBytes(32).toString('base64url')

  constructor(ownName: string, port: number, clock: Clock) {
    this.#codes = new OneTimeCodes(clock)
    this.#plainHost = `127.0.0.1:${port}`
    this.#ownHost = `${ownName}:${port}`
    const secret = (): string => randomBytes(32).toString('base64url')
    // Apart, so that a cookie every local server saw opens nothing at our own name.
    const sessions = new Map([
      [this.#plainHost, secret()],
      [this.#ownHost, secret()],
    ])
    this.gate = { port, sessions }
  }

  /** The address without a code: it opens the studio only to a browser that has its session already. */
  get address(): string {
    return `http://${this.#plainHost}/`
  }

  /** An address that opens the studio once, within a minute. `onEnd` is called when it no longer does. */
  issue(onEnd?: () => void): string {
    return `${this.address}?code=${this.#codes.issue(onEnd)}`
  }

  /** Answers a request that belongs to the way in; false for every other. */
  answer(host: string | undefined, url: URL, response: ServerResponse): boolean {
    const session = this.gate.sessions.get(host ?? '')
    if (session === undefined) return false
    if (host === this.#ownHost && url.pathname === '/reach') {
      response.setHeader('Access-Control-Allow-Origin', `http://${this.#plainHost}`)
      replyText(response, 200, this.#proof)
      return true
    }
    const code = url.pathname === '/' ? url.searchParams.get('code') : null
    if (code === null || !this.#codes.use(code)) return false
    if (host === this.#plainHost && !url.searchParams.has('stay')) this.#lead(response)
    else this.#letIn(response, session)
    return true
  }

  close(): void {
    this.#codes.clear()
  }

  #lead(response: ServerResponse): void {
    const own = `http://${this.#ownHost}`
    const given = JSON.stringify({ own, proof: this.#proof, code: this.#codes.issue() })
    const script = `const { own, proof, code } = ${given}
      const options = { cache: 'no-store', signal: AbortSignal.timeout(${REACH_MS}) }
      const reached = fetch(own + '/reach', options).then((answer) => answer.text())
      reached.catch(() => '').then((text) =>
        location.replace(text.trim() === proof ? own + '/?code=' + code : '/?stay&code=' + code))`
    replyScript(response, script, { connect: own })
  }

  /** The page goes on by itself: a cookie for this site alone does not come along on a redirect that began on another. */
  #letIn(response: ServerResponse, session: string): void {
    response.setHeader(
      'Set-Cookie',
      `${cookieName(this.gate.port)}=${session}; HttpOnly; SameSite=Strict; Path=/`,
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
