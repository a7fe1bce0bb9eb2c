import type { DownloadOutcome } from '../../library/downloads/DownloadOutcome.ts'
import type { Exchange, WireRequest } from '../../service/http/Exchange.ts'
import { respondWith, storedFile, respondOk } from '../engine/testEngine.ts'
import { OutageRateCheck } from './requestChecks.ts'
import type { SimClock } from './SimClock.ts'

interface Accepted {
  requestId: string
  body: string
  doneAt: number
  outcome: 'done' | 'failed' | 'unknown'
}

type Random = () => number

const htmlPage = (status: number): Exchange => ({
  kind: 'response',
  status,
  headers: {},
  text: '<html>',
  json: undefined,
})
/** Kinds of outage by name, with the service's response to every request during one. */
const outageResponses = {
  lost: (): Exchange => lost,
  unsent: (): Exchange => unsent,
  'HTML 404': () => htmlPage(404),
  'HTML 503': () => htmlPage(503),
  'JSON 404': () => respondWith(404),
  500: () => respondWith(500),
  401: () => respondWith(401),
  429: () => respondWith(429),
  '429, Retry-After 0': () => respondWith(429, { 'retry-after': '0' }),
  '429, past date': () => respondWith(429, { 'retry-after': 'Thu, 01 Jan 2015 00:00:00 GMT' }),
  '429, limit 0': () =>
    respondWith(429, { 'x-ratelimit-daily-limit': '0', 'x-ratelimit-daily-remaining': '0' }),
  '429, limit stated': () => respondWith(429, { 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': '0' }),
}
/** The names of all outages. */
export const OUTAGE_NAMES = Object.keys(outageResponses)

const MINUTE = 60_000
const lost: Exchange = { kind: 'fault', sent: true, cause: 'reset', detail: 'reset' }
const unsent: Exchange = { kind: 'fault', sent: false, cause: 'refused', detail: 'refused' }
const limited = (seconds: number): Exchange => respondWith(429, { 'retry-after': `${seconds}` })

/** A service that bills every job it accepts and fails in random ways, until `isFaultless` is set. */
export class SimService {
  readonly #clock: SimClock
  readonly #random: Random
  readonly #jobs = new Map<string, Accepted>()
  /**
   * By body, the number of submits that may have been accepted: all but those that were never received, or whose response shows that
   * nothing was accepted (401, 404, 429).
   */
  readonly possiblyAccepted = new Map<string, number>()
  isFaultless = false
  /** The current outage of submits, of polls or of both. `name`: a key of `outageResponses`. */
  #outage: { of: 'submit' | 'poll' | 'all'; name: string; until: number } | null = null
  readonly rateChecks = { submit: new OutageRateCheck('submit'), poll: new OutageRateCheck('poll') }
  /** Outcomes of the next submits, instead of random ones. */
  readonly script: ('accept' | 'lose' | 'refuse' | 'limit' | 'unsent')[] = []
  #ids = 0

  constructor(clock: SimClock, random: Random) {
    this.#clock = clock
    this.#random = random
  }

  /** Starts an outage of submits, of polls or of both. */
  startOutage(of: 'submit' | 'poll' | 'all', name: string, ms: number): void {
    this.#outage = { of, name, until: this.#clock.time + ms }
  }

  /** Call it when the user asked for something or the clock jumped. The next requests may then be sent at once. */
  allowBurst(): void {
    for (const check of Object.values(this.rateChecks)) check.allowBurst(this.#clock.time)
  }

  #outageResponse(kind: 'submit' | 'poll'): Exchange | null {
    const outage = this.isFaultless || this.script.length > 0 ? null : this.#outage
    if (!outage || this.#clock.time > outage.until || (outage.of !== 'all' && outage.of !== kind)) return null
    return Object.entries(outageResponses).find(([name]) => name === outage.name)?.[1]() ?? null
  }

  /** The request ids that were billed for a body. */
  requestIdsOf(body: string): string[] {
    return [...this.#jobs.values()].filter((job) => job.body === body).map(({ requestId }) => requestId)
  }

  /** Bodies that were billed, once for each time. */
  billedBodies(): string[] {
    return [...this.#jobs.values()].map(({ body }) => body)
  }

  async submit({ text }: WireRequest): Promise<Exchange> {
    this.rateChecks.submit.sent(this.#clock.time, null)
    await this.#clock.wait(this.#random() * 2000)
    const exchange = this.#outageResponse('submit') ?? this.#respondToSubmit(text)
    const refused =
      exchange === unsent || (exchange.kind === 'response' && [401, 404, 429].includes(exchange.status))
    if (!refused) this.possiblyAccepted.set(text, (this.possiblyAccepted.get(text) ?? 0) + 1)
    await this.#clock.wait(this.#random() * 8000)
    if (exchange.kind === 'response' && [200, 422].includes(exchange.status))
      this.rateChecks.submit.allowBurst(this.#clock.time)
    return exchange
  }

  #respondToSubmit(body: string): Exchange {
    const scripted = this.script.shift()
    const rolls = { accept: 1, lose: 0.18, refuse: 0.15, limit: 0.06, unsent: 0 }
    const roll = scripted ? rolls[scripted] : this.isFaultless ? 1 : this.#random()
    if (roll < 0.05) return unsent
    if (roll < 0.08) return limited(Math.floor(this.#random() * 90))
    if (roll < 0.1) return respondWith(429)
    if (roll < 0.12) return lost
    if (roll < 0.14) return respondWith(500)
    if (roll < 0.16) return respondWith(422)
    const requestId = this.#accept(body)
    if (roll < 0.2) return lost
    if (roll < 0.22) return respondWith(502)
    if (roll < 0.23) return respondOk({})
    return respondOk({ request_id: requestId })
  }

  #accept(body: string): string {
    const requestId = `00000000-0000-4000-8000-${String(this.#ids++).padStart(12, '0')}`
    const outcomeRoll = this.#random()
    const durationRoll = this.#random()
    this.#jobs.set(requestId, {
      requestId,
      body,
      doneAt: this.#clock.time + (durationRoll < 0.9 ? durationRoll * MINUTE : durationRoll * 120 * MINUTE),
      outcome: outcomeRoll < 0.07 ? 'failed' : outcomeRoll < 0.1 ? 'unknown' : 'done',
    })
    return requestId
  }

  async poll(path: string): Promise<Exchange> {
    const requestId = path.split('/').at(-1) ?? ''
    this.rateChecks.poll.sent(this.#clock.time, requestId)
    await this.#clock.wait(this.#random() * 1500)
    const exchange = this.#outageResponse('poll') ?? this.#respondToPoll(requestId)
    if (exchange.kind === 'response' && exchange.status === 200)
      this.rateChecks.poll.allowBurst(this.#clock.time)
    return exchange
  }

  #respondToPoll(requestId: string): Exchange {
    const job = this.#jobs.get(requestId)
    const roll = this.isFaultless ? 1 : this.#random()
    if (!job || roll < 0.03 || (job.outcome === 'unknown' && !this.isFaultless)) return respondWith(404)
    if (roll < 0.06) return respondWith(503)
    if (roll < 0.08) return lost
    if (roll < 0.1) return limited(Math.floor(this.#random() * 60))
    if (roll < 0.12) return respondOk({ answer: 42 })
    if (this.#clock.time < job.doneAt) {
      const progress = [null, '12.50', 250, this.#random() * 100][Math.floor(this.#random() * 4)]
      return respondOk({ status: roll < 0.2 ? 'warming_up' : 'processing', progress })
    }
    if (job.outcome === 'failed')
      return respondOk({ status: 'error', ...(roll < 0.8 && { refunded: roll < 0.5 }) })
    return respondOk({
      status: 'done',
      ...(roll < 0.2 ? {} : { result_url: `https://results.example/${requestId}` }),
    })
  }

  /** Responds to a download. The hash of the file is the request id of its job. */
  async download(url: string): Promise<DownloadOutcome> {
    await this.#clock.wait(this.#random() * 5000)
    const roll = this.isFaultless ? 1 : this.#random()
    const problem = { code: 'service_error', money: 'charged' } as const
    if (roll < 0.06) return { kind: 'expired', problem }
    if (roll < 0.16) return { kind: 'failed', problem }
    if (roll < 0.18) return { kind: 'refused', problem }
    if (roll < 0.21) return { kind: 'disk', problem }
    return { kind: 'file', file: { ...storedFile, sha256: url.split('/').at(-1) ?? '' } }
  }
}
