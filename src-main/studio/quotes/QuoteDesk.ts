import { borderErrors, serviceErrors, StudioError } from '../../../src-preload/contract/errors.ts'
import type { Money } from '../../../src-preload/contract/types/money.ts'
import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import type { QuoteAnswer } from '../../../src-preload/contract/types/quote.ts'
import type { PriceRequest } from '../service/PriceRequest.ts'
import type { Database } from '../storage/Database.ts'
import type { Clock, Log } from '../world.ts'
import type { Asked } from './Asked.ts'
import { Bursts } from './Bursts.ts'
import { isScarce, type Quota } from './Quota.ts'
import { QuoteStore } from './QuoteStore.ts'
import { Troubles } from './Troubles.ts'

type DeskAnswer = Exclude<QuoteAnswer, { state: 'invalid' }>

export interface QuoteQuestion {
  /** Whose price it is: a later question of the same draft overtakes an earlier one. */
  draft: string
  connectionId: string
  /** By `priceKey`: equal keys cost the same. Begins with the connection's id and a slash. */
  key: string
  request: PriceRequest
  /** `typing` waits for a pause; `choice`, such as a preset picked, does not. */
  kind: 'typing' | 'choice'
}

interface Parts {
  clock: Clock
  database: Database
  log: Log
  ask: (connectionId: string, request: PriceRequest, signal: AbortSignal) => Promise<Asked>
  /** What is left of the day's price questions; null where the service has told of no quota. */
  quota: (connectionId: string) => Quota | null
}

/** A question nobody has answered yet; overtaken, it is answered `superseded` and leaves its call. */
interface Open extends QuoteQuestion {
  answer: (answer: DeskAnswer) => void
  stopWaiting: () => void
  call: Call | null
}

interface Call {
  connectionId: string
  key: string
  request: PriceRequest
  controller: AbortController
  waiters: Set<Open>
}

/** A pause in typing that ends it, where few questions are left for the day. */
const SCARCE_PAUSE_MS = 1200

const SUPERSEDED: DeskAnswer = { state: 'superseded' }

/**
 * Answers what a draft would cost, with as few calls as the truth allows: known prices at once, equal questions in one
 * call, typing after a pause. An overtaken question hears so at once, and never the answer.
 */
export class QuoteDesk {
  readonly #clock: Clock
  readonly #log: Log
  readonly #ask: Parts['ask']
  readonly #quota: Parts['quota']
  readonly #store: QuoteStore
  readonly #troubles: Troubles
  readonly #bursts: Bursts
  readonly #open = new Map<string, Open>()
  readonly #calls = new Map<string, Call>()

  constructor({ clock, database, log, ask, quota }: Parts) {
    this.#clock = clock
    this.#log = log
    this.#ask = ask
    this.#quota = quota
    this.#store = new QuoteStore({ database, clock })
    this.#troubles = new Troubles(clock)
    this.#bursts = new Bursts(clock)
  }

  price(question: QuoteQuestion): Promise<DeskAnswer> {
    return new Promise((answer) => {
      const earlier = this.#open.get(question.draft)
      const pause = this.#bursts.waitFor(question)
      const isThrifty = question.kind === 'typing' && isScarce(this.#quota(question.connectionId))
      const wait = isThrifty ? Math.max(pause, SCARCE_PAUSE_MS) : pause
      if (earlier?.key === question.key) {
        // The same price, asked for again: the new question takes the old one's place in the line.
        earlier.answer(SUPERSEDED)
        earlier.answer = answer
        earlier.request = question.request
        return
      }
      if (earlier) this.#overtake(earlier)
      const known = this.#known(question)
      if (known) return answer(known)
      const open: Open = { ...question, answer, stopWaiting: () => {}, call: null }
      this.#open.set(question.draft, open)
      if (wait === 0 || this.#calls.has(question.key)) this.#send(open)
      else open.stopWaiting = this.#clock.after(wait, () => this.#send(open))
    })
  }

  /** The price a button showed, for binding a run to it; null when there is none or it is out of date. */
  find(key: string): { price: Money; quotedAt: number } | null {
    const quote = this.#store.find(key)
    return quote && { price: quote.price, quotedAt: quote.quotedAt }
  }

  /** Forgets all of a connection, whose address or key changed; what is being asked is asked anew. */
  clearConnection(connectionId: string): void {
    this.#store.clear(`${connectionId}/`)
    this.#troubles.clear(connectionId)
    for (const call of this.#calls.values())
      if (call.connectionId === connectionId) {
        call.controller.abort()
        call.controller = new AbortController()
        void this.#run(call)
      }
  }

  /** The user asked, or the connection is back: why prices could not be had counts no more. */
  retryNow(connectionId: string): void {
    this.#troubles.clear(connectionId)
  }

  /** Ends all waiting and asking; open questions are answered `superseded`. */
  close(): void {
    for (const open of this.#open.values()) this.#overtake(open)
  }

  /** What can be said without asking. */
  #known(question: QuoteQuestion): DeskAnswer | null {
    const { key } = question
    const quote = this.#store.find(key)
    if (quote) return { state: 'priced', key, ...quote }
    const problem = this.#troubles.find(question) ?? this.#usedUp(question.connectionId)
    return problem && { state: 'unavailable', key, problem }
  }

  #usedUp(connectionId: string): Problem | null {
    const waitsUntil = this.#quota(connectionId)?.until ?? null
    return waitsUntil === null
      ? null
      : { code: serviceErrors.pricesUsedUp, money: 'none', params: { waitsUntil } }
  }

  #send(open: Open): void {
    const { connectionId, key, request } = open
    try {
      // Another draft may have learnt it, or run into a limit, while this one waited.
      const known = this.#known(open)
      if (known) return this.#settle(open, known)
    } catch (error) {
      return this.#settle(open, { state: 'unavailable', key, problem: this.#thrown(error) })
    }
    const running = this.#calls.get(key)
    const call = running ?? {
      connectionId,
      key,
      request,
      controller: new AbortController(),
      waiters: new Set(),
    }
    call.waiters.add(open)
    open.call = call
    if (running) return
    this.#calls.set(key, call)
    this.#bursts.called(open.draft)
    void this.#run(call)
  }

  async #run(call: Call): Promise<void> {
    const { controller, connectionId, key, request } = call
    let asked: Asked
    try {
      asked = await this.#ask(connectionId, request, controller.signal)
    } catch (error) {
      asked = { problem: this.#thrown(error) }
    }
    // An aborted call answers too; nobody waits for it.
    if (controller.signal.aborted) return
    this.#calls.delete(key)
    const answer: DeskAnswer =
      'price' in asked
        ? this.#priced(key, asked.price)
        : { state: 'unavailable', key, problem: this.#troubles.keep(call, asked) }
    for (const open of call.waiters) this.#settle(open, answer)
  }

  #priced(key: string, price: Money): DeskAnswer {
    const quote = this.#store.keep(key, price)
    try {
      this.#store.save(key, quote)
    } catch (error) {
      // The price is known for this session; only a restart would ask again.
      this.#log.warn('a quote could not be written', { error: String(error) })
    }
    return { state: 'priced', key, ...quote }
  }

  #overtake(open: Open): void {
    open.stopWaiting()
    const { call } = open
    this.#settle(open, SUPERSEDED)
    call?.waiters.delete(open)
    if (!call || call.waiters.size > 0) return
    this.#calls.delete(call.key)
    call.controller.abort()
  }

  #settle(open: Open, answer: DeskAnswer): void {
    if (this.#open.get(open.draft) === open) this.#open.delete(open.draft)
    open.answer(answer)
  }

  #thrown(error: unknown): Problem {
    if (error instanceof StudioError) return error.problem
    this.#log.error('asking for a price failed', { error: String(error) })
    return { code: borderErrors.internal, money: 'none' }
  }
}
