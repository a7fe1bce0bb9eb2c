import { createHmac, timingSafeEqual } from 'node:crypto'

/** Makes and checks links to results: signed, and good for a limited time. */
export class LinkSigner {
  readonly #secret: string
  readonly #lifetimeMs: number

  constructor(secret: string, lifetimeMs: number) {
    this.#secret = secret
    this.#lifetimeMs = lifetimeMs
  }

  /** Path and query of a link that works from now for the lifetime. */
  link(file: string, now: number): string {
    const expires = now + this.#lifetimeMs
    return `/results/${file}?expires=${String(expires)}&signature=${this.#sign(file, expires)}`
  }

  check(file: string, query: URLSearchParams, now: number): 'good' | 'expired' | 'forged' {
    const expires = Number(query.get('expires') ?? Number.NaN)
    const given = Buffer.from(query.get('signature') ?? '')
    const right = Buffer.from(this.#sign(file, expires))
    if (given.length !== right.length || !timingSafeEqual(given, right)) return 'forged'
    return now < expires ? 'good' : 'expired'
  }

  #sign(file: string, expires: number): string {
    return createHmac('sha256', this.#secret)
      .update(`${file}\n${String(expires)}`)
      .digest('hex')
  }
}
