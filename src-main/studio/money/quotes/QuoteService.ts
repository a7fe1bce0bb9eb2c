import { boundaryErrors, serviceErrors } from '../../../../src-preload/contract/errors.ts'
import { CLICK_AGE_MS, REFRESH_AGE_MS, SEND_AGE_MS } from '../../../../src-preload/shared/quoteAge.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { Money } from '../../../../src-preload/contract/types/money.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { QuoteResult } from '../../../../src-preload/contract/types/quote.ts'
import type { PriceRequest } from '../../service/http/Exchange.ts'
import type { RateLimits } from '../../service/rate-limits/RateLimits.ts'
import type { Database } from '../../storage/database/Database.ts'
import type { Clock, Log } from '../../world.ts'
import type { QuoteOutcome } from './quoteOutcomes.ts'
import { QuoteDebouncer, isScarce, type DailyQuota } from './priceRequestLimits.ts'
import { type Quote, QuoteStore } from './QuoteStore.ts'
import { QuoteErrorCache } from './QuoteErrorCache.ts'

export type QuoteResponse = Exclude<QuoteResult, { state: 'invalid' }>

/** A request for the price of a draft. */
export interface QuoteRequest {
  /** A later request of the same draft supersedes an earlier one. */
  draftId: string
  connectionId: string
  /** From `priceKey`: equal keys have the same price. Starts with the connection's id and a slash. */
  key: string
  request: PriceRequest
  /** `typing` is debounced; `choice`, such as selecting a preset, is not. */
  kind: 'typing' | 'choice'
}

type QuoteKey = Pick<QuoteRequest, 'connectionId' | 'key'>

interface Dependencies {
  clock: Clock
  database: Database
  log: Log
  requestPrice: (connectionId: string, request: PriceRequest, signal: AbortSignal) => Promise<QuoteOutcome>
  limits: Pick<RateLimits, 'getDailyQuota'>
}

/** What a quote is needed for: a click of the user, or sending a job that waited. */
export type QuoteUse = 'click' | 'send'

/** A request without a response yet. When superseded, it gets the response `superseded` and is removed from its call's waiters. */
interface PendingRequest extends QuoteRequest {
  respond: (response: QuoteResponse) => void
  stopWaiting: () => void
  call: Call | null
}

interface Call {
  connectionId: string
  key: string
  request: PriceRequest
  controller: AbortController
  waiters: Set<PendingRequest>
}

/** The debounce for typing when few requests remain for the day. */
const SCARCE_DEBOUNCE_MS = 1200

const SUPERSEDED: QuoteResponse = { state: 'superseded' }

/**
 * Gets the price of a draft with as few calls as possible: recent prices are returned at once, requests with the same key share one
 * call, and typing is debounced. If a new price can't be requested, one that may still be clicked is returned with the reason. A superseded
 * request gets the response `superseded` at once and never a price.
 */
export class QuoteService {
  readonly #clock: Clock
  readonly #log: Log
  readonly #requestPrice: Dependencies['requestPrice']
  readonly #limits: Dependencies['limits']
  readonly #store: QuoteStore
  readonly #errors: QuoteErrorCache
  readonly #debouncer: QuoteDebouncer
  readonly #pending = new Map<string, PendingRequest>()
  readonly #calls = new Map<string, Call>()
  #closed = false

  constructor({ clock, database, log, requestPrice, limits }: Dependencies) {
    this.#clock = clock
    this.#log = log
    this.#requestPrice = requestPrice
    this.#limits = limits
    this.#store = new QuoteStore({ database, clock })
    this.#errors = new QuoteErrorCache(clock)
    this.#debouncer = new QuoteDebouncer(clock)
  }

  price(request: QuoteRequest): Promise<QuoteResponse> {
    if (this.#closed) return Promise.resolve(SUPERSEDED)
    return new Promise((respond) => {
      const earlier = this.#pending.get(request.draftId)
      const pause = this.#debouncer.delayFor(request)
      const isQuotaScarce = request.kind === 'typing' && isScarce(this.#quotaOf(request.connectionId))
      const wait = isQuotaScarce ? Math.max(pause, SCARCE_DEBOUNCE_MS) : pause
      if (earlier?.key === request.key) {
        // The same price is requested again: the new request replaces the pending one without another call.
        earlier.respond(SUPERSEDED)
        earlier.respond = respond
        earlier.request = request.request
        if (wait === 0 && earlier.call === null) {
          earlier.stopWaiting()
          this.#send(earlier)
        }
        return
      }
      if (earlier) this.#supersede(earlier)
      const known = this.#lookUp(request)
      if (known) return respond(known)
      const pending: PendingRequest = { ...request, respond, stopWaiting: () => {}, call: null }
      this.#pending.set(request.draftId, pending)
      if (wait === 0 || this.#calls.has(request.key)) this.#send(pending)
      else pending.stopWaiting = this.#clock.after(wait, () => this.#send(pending))
    })
  }

  /**
   * The price for a key, to bind a job to it; null when there is none that is recent enough. While the service refuses price requests, a
   * click may use an older one, whose age the button shows.
   */
  find(connectionId: string, key: string, use: QuoteUse = 'click'): Quote | null {
    const mayBeOld = use === 'send' || this.isRefused(connectionId)
    return this.#store.find(key, mayBeOld ? SEND_AGE_MS : CLICK_AGE_MS)
  }

  /** The last known price for a key, which may be out of date: for display only. */
  findLast(key: string): (Quote & { isCurrent: boolean }) | null {
    const quote = this.#store.findLast(key)
    return quote && { ...quote, isCurrent: this.#store.find(key, SEND_AGE_MS) !== null }
  }

  /** Whether the service refuses price requests for now, because a limit of the account is used up. */
  isRefused(connectionId: string): boolean {
    return this.#errors.ofConnection(connectionId) !== null || this.#quotaProblem(connectionId) !== null
  }

  /** Deletes the prices and errors of a connection whose address or key changed, and repeats its running calls. */
  clearConnection(connectionId: string): void {
    this.#store.clear(`${connectionId}/`)
    this.#errors.clear(connectionId)
    for (const call of this.#calls.values())
      if (call.connectionId === connectionId) {
        call.controller.abort()
        call.controller = new AbortController()
        void this.#run(call)
      }
  }

  /** Clears the errors of a connection, because the user retries or the connection has recovered. */
  clearErrors(connectionId: string): void {
    this.#errors.clear(connectionId)
  }

  /** Cancels all calls; pending and later requests get the response `superseded`. */
  close(): void {
    this.#closed = true
    for (const pending of this.#pending.values()) this.#supersede(pending)
  }

  /** The response that is known without a call. */
  #lookUp(request: QuoteRequest): QuoteResponse | null {
    const { key } = request
    const quote = this.#store.find(key, REFRESH_AGE_MS)
    if (quote) return { state: 'priced', key, ...quote }
    const problem = this.#errors.find(request) ?? this.#quotaProblem(request.connectionId)
    return problem && this.#withoutNewPrice(request, problem)
  }

  /** The response when no new price can be requested: an earlier price that may still be clicked, or the reason and the last price. */
  #withoutNewPrice({ connectionId, key }: QuoteKey, problem: Problem): QuoteResponse {
    const earlier = this.find(connectionId, key)
    if (earlier) return { state: 'priced', key, ...earlier, problem }
    const last = this.isRefused(connectionId) ? this.#store.findLast(key) : null
    return { state: 'unavailable', key, problem, ...(last && { last }) }
  }

  #quotaOf(connectionId: string): DailyQuota | null {
    return this.#limits.getDailyQuota({ kind: 'price', connectionId })
  }

  #quotaProblem(connectionId: string): Problem | null {
    const waitsUntil = this.#quotaOf(connectionId)?.until ?? null
    return waitsUntil === null
      ? null
      : { code: serviceErrors.pricesUsedUp, money: 'none', retryAt: waitsUntil }
  }

  #send(pending: PendingRequest): void {
    const { connectionId, key, request } = pending
    try {
      // Another draft may have received the price, or reached a limit, in the meantime.
      const known = this.#lookUp(pending)
      if (known) return this.#settle(pending, known)
    } catch (error) {
      return this.#settle(pending, this.#withoutNewPrice(pending, this.#problemOf(error)))
    }
    const running = this.#calls.get(key)
    const call = running ?? {
      connectionId,
      key,
      request,
      controller: new AbortController(),
      waiters: new Set(),
    }
    call.waiters.add(pending)
    pending.call = call
    if (running) return
    this.#calls.set(key, call)
    this.#debouncer.recordSent(pending.draftId)
    void this.#run(call)
  }

  async #run(call: Call): Promise<void> {
    const { controller, connectionId, key, request } = call
    let outcome: QuoteOutcome
    try {
      outcome = await this.#requestPrice(connectionId, request, controller.signal)
    } catch (error) {
      outcome = { problem: this.#problemOf(error) }
    }
    // An aborted call returns too; its outcome is ignored.
    if (controller.signal.aborted) return
    this.#calls.delete(key)
    const response: QuoteResponse =
      'price' in outcome
        ? this.#savePrice(key, outcome.price)
        : this.#withoutNewPrice(call, this.#errors.add(call, outcome))
    for (const pending of call.waiters) this.#settle(pending, response)
  }

  #savePrice(key: string, price: Money): QuoteResponse {
    const quote = this.#store.remember(key, price)
    try {
      this.#store.save(key, quote)
    } catch (error) {
      // The price is known for this session; only a restart requests it again.
      this.#log.warn('A quote could not be written', { error: String(error) })
    }
    return { state: 'priced', key, ...quote }
  }

  #supersede(pending: PendingRequest): void {
    pending.stopWaiting()
    const { call } = pending
    this.#settle(pending, SUPERSEDED)
    call?.waiters.delete(pending)
    if (!call || call.waiters.size > 0) return
    this.#calls.delete(call.key)
    call.controller.abort()
  }

  #settle(pending: PendingRequest, response: QuoteResponse): void {
    if (this.#pending.get(pending.draftId) === pending) this.#pending.delete(pending.draftId)
    pending.respond(response)
  }

  #problemOf(error: unknown): Problem {
    if (error instanceof StudioError) return error.problem
    this.#log.error('A price request failed unexpectedly', { error: String(error) })
    return { code: boundaryErrors.internal, money: 'none' }
  }
}
