import type { DownloadOutcome } from '../../downloads/DownloadOutcome.ts'
import type { Exchange, WireRequest } from '../../service/Exchange.ts'
import { answered, file, ok } from '../testEngine.ts'
import type { SimClock } from './SimClock.ts'

interface Accepted {
  requestId: string
  body: string
  doneAt: number
  fate: 'done' | 'failed' | 'unknown'
}

type Dice = () => number

const MINUTE = 60_000
const lost: Exchange = { kind: 'fault', sent: true, cause: 'reset', detail: 'reset' }
const unsent: Exchange = { kind: 'fault', sent: false, cause: 'refused', detail: 'refused' }
const limited = (seconds: number): Exchange => answered(429, { 'retry-after': `${seconds}` })

/** A remote service that bills what it accepts and gets everything wrong now and then, until it is told to behave. */
export class SimService {
  readonly #clock: SimClock
  readonly #dice: Dice
  readonly #jobs = new Map<string, Accepted>()
  /** Submits that may have been taken, by body: all but those answered "not processed" or never sent. */
  readonly taken = new Map<string, number>()
  behaves = false
  /** What comes of the next submits, in place of chance. */
  readonly script: ('accept' | 'lose' | 'refuse' | 'limit' | 'unsent')[] = []
  #ids = 0

  constructor(clock: SimClock, dice: Dice) {
    this.#clock = clock
    this.#dice = dice
  }

  /** Request ids billed for a body. */
  billed(body: string): string[] {
    return [...this.#jobs.values()].filter((job) => job.body === body).map(({ requestId }) => requestId)
  }

  /** Bodies that were billed, once for each time. */
  bills(): string[] {
    return [...this.#jobs.values()].map(({ body }) => body)
  }

  async submit({ text }: WireRequest): Promise<Exchange> {
    await this.#clock.wait(this.#dice() * 2000)
    const exchange = this.#answerSubmit(text)
    const refused = exchange === unsent || (exchange.kind === 'answer' && exchange.status === 429)
    if (!refused) this.taken.set(text, (this.taken.get(text) ?? 0) + 1)
    await this.#clock.wait(this.#dice() * 8000)
    return exchange
  }

  #answerSubmit(body: string): Exchange {
    const wanted = this.script.shift()
    const scripted = { accept: 1, lose: 0.18, refuse: 0.15, limit: 0.06, unsent: 0 }
    const roll = wanted ? scripted[wanted] : this.behaves ? 1 : this.#dice()
    if (roll < 0.05) return unsent
    if (roll < 0.08) return limited(Math.floor(this.#dice() * 90))
    if (roll < 0.1) return answered(429)
    if (roll < 0.12) return lost
    if (roll < 0.14) return answered(500)
    if (roll < 0.16) return answered(422)
    const requestId = this.#accept(body)
    if (roll < 0.2) return lost
    if (roll < 0.22) return answered(502)
    if (roll < 0.23) return ok({})
    return ok({ request_id: requestId })
  }

  #accept(body: string): string {
    const requestId = `00000000-0000-4000-8000-${String(this.#ids++).padStart(12, '0')}`
    const fate = this.#dice()
    const length = this.#dice()
    this.#jobs.set(requestId, {
      requestId,
      body,
      doneAt: this.#clock.time + (length < 0.9 ? length * MINUTE : length * 120 * MINUTE),
      fate: fate < 0.07 ? 'failed' : fate < 0.1 ? 'unknown' : 'done',
    })
    return requestId
  }

  async poll(path: string): Promise<Exchange> {
    const requestId = path.split('/').at(-1) ?? ''
    await this.#clock.wait(this.#dice() * 1500)
    return this.#answerPoll(requestId)
  }

  #answerPoll(requestId: string): Exchange {
    const job = this.#jobs.get(requestId)
    const roll = this.behaves ? 1 : this.#dice()
    if (!job || roll < 0.03 || (job.fate === 'unknown' && !this.behaves)) return answered(404)
    if (roll < 0.06) return answered(503)
    if (roll < 0.08) return lost
    if (roll < 0.1) return limited(Math.floor(this.#dice() * 60))
    if (roll < 0.12) return ok({ answer: 42 })
    if (this.#clock.time < job.doneAt) {
      const progress = [null, '12.50', 250, this.#dice() * 100][Math.floor(this.#dice() * 4)]
      return ok({ status: roll < 0.2 ? 'warming_up' : 'processing', progress })
    }
    if (job.fate === 'failed') return ok({ status: 'error', refunded: roll < 0.5 })
    return ok({
      status: 'done',
      ...(roll < 0.2 ? {} : { result_url: `https://results.example/${requestId}` }),
    })
  }

  /** The file's hash names the request it belongs to. */
  async download(url: string): Promise<DownloadOutcome> {
    await this.#clock.wait(this.#dice() * 5000)
    const roll = this.behaves ? 1 : this.#dice()
    const problem = { code: 'x', money: 'charged' } as const
    if (roll < 0.06) return { kind: 'expired', problem }
    if (roll < 0.16) return { kind: 'failed', problem }
    if (roll < 0.18) return { kind: 'refused', problem }
    if (roll < 0.21) return { kind: 'disk_full', problem }
    return { kind: 'file', file: { ...file, sha256: url.split('/').at(-1) ?? '' } }
  }
}
