import { createHmac, timingSafeEqual } from 'node:crypto'

/** Creates and checks signed links to results. They expire. */
export class LinkSigner {
  readonly #secret: string
  readonly #lifetimeMs: number

  constructor(secret: string, lifetimeMs: number) {
    this.#secret = secret
    this.#lifetimeMs = lifetimeMs
  }

  /** Path and query of a link whose lifetime starts at `now`, in milliseconds since the epoch. */
  create(file: string, now: number): string {
    const expires = now + this.#lifetimeMs
    return `/results/${file}?expires=${String(expires)}&signature=${this.#sign(file, expires)}`
  }

  check(file: string, query: URLSearchParams, now: number): 'valid' | 'expired' | 'forged' {
    const expires = Number(query.get('expires') ?? Number.NaN)
    const actual = Buffer.from(query.get('signature') ?? '')
    const expected = Buffer.from(this.#sign(file, expires))
    if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return 'forged'
    return now < expires ? 'valid' : 'expired'
  }

  #sign(file: string, expires: number): string {
    return createHmac('sha256', this.#secret)
      .update(`${file}\n${String(expires)}`)
      .digest('hex')
  }
}
