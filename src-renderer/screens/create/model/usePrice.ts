import type { ProblemCode } from '../../../../src-preload/contract/problemCodes.ts'
import { useEffect, useState } from 'react'
import { isOlderThan, REFRESH_AGE_MS } from '../../../../src-preload/shared/quoteAge.ts'
import type { Values } from '../../../../src-preload/contract/types/form.ts'
import { bridge } from '../../../host/bridge.ts'
import { call } from '../../../host/call.ts'
import { problemOf } from '../../../host/problemOf.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { QuoteResult } from '../../../../src-preload/contract/types/quote.ts'

/** The state of the price for the current form. Prices are nano-dollars, times are milliseconds since the epoch. */
export type PriceState =
  /** The form can't run, so it has no price. */
  | { state: 'none' }
  | { state: 'pricing' }
  /**
   * `isStale`: the price of the form before the last edit, shown briefly while the new one is requested. `problem`: why no newer price could
   * be requested; the age of this one is then shown.
   */
  | {
      state: 'priced'
      key: string
      price: number
      quotedAt: number
      isStale?: boolean
      problem?: Problem | undefined
    }
  /** The form can run, but its price couldn't be requested. `last`: the last known price, too old for a click. */
  | {
      state: 'unavailable'
      key: string | null
      problem: Problem
      last?: { price: number; quotedAt: number } | undefined
    }

export interface PricedDraft {
  operation: string
  model: string
  values: Values
}

interface PricedForm {
  draft: PricedDraft
  connectionKey: string
}

const schedule = (run: () => void, ms: number) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/**
 * The live price of a draft, requested again when the draft or `connectionKey` changes, and functions to refetch it: always, or if it isn't
 * recent. The latter also runs when the window gets the focus.
 */
export function usePrice(
  draft: PricedDraft,
  connectionKey: string,
): { price: PriceState; refetchPrice: () => void; refreshPrice: () => void } {
  const [price, setPrice] = useState<PriceState>({ state: 'none' })
  const [priceWatch] = useState(() => {
    const id = crypto.randomUUID()
    const fetchPrice = ({ draft }: PricedForm) =>
      call('quotes.price', { ...draft, draftId: id, kind: draftStore.getState().lastEdit })
    return new PriceWatch<PricedForm>({ fetchPrice, now: Date.now, schedule, problemOf }, setPrice)
  })
  useEffect(() => {
    priceWatch.setDraft({ draft, connectionKey })
    return () => priceWatch.close()
  }, [priceWatch, draft, connectionKey])
  useEffect(
    () =>
      bridge().onEvent((event) => {
        // A form with files of the library has no price while its disk is disconnected.
        if (event.type === 'disk.changed' || event.type === 'prices.changed') priceWatch.refetch()
      }),
    [priceWatch],
  )
  useEffect(() => {
    const refresh = () => priceWatch.refresh()
    addEventListener('focus', refresh)
    return () => removeEventListener('focus', refresh)
  }, [priceWatch])
  return { price, refetchPrice: () => priceWatch.refetch(), refreshPrice: () => priceWatch.refresh() }
}

interface Dependencies<Draft> {
  fetchPrice: (draft: Draft) => Promise<QuoteResult>
  now: () => number
  /** Schedules a call; returns a function that cancels it. */
  schedule: (run: () => void, ms: number) => () => void
  problemOf: (error: unknown) => Problem
}

/** If the response takes no longer than this, the earlier price stays visible, so that it doesn't flicker. */
const INSTANT_MS = 60
/** Pause before a request is repeated because another window superseded it. */
const SUPERSEDED_RETRY_MS = 400
/** Minimum pause between two requests, however soon the service allows another. */
const MIN_PAUSE_MS = 5_000
/** Pauses before a failed price request is repeated; the last one repeats. */
const RETRY_MS = [5_000, 30_000, 60_000, 120_000, 240_000, 480_000, 900_000] as const
/** The longest delay that `setTimeout` supports. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** Requests the price of the latest draft and never shows the response to an earlier one. */
export class PriceWatch<Draft> {
  readonly #dependencies: Dependencies<Draft>
  readonly #onPrice: (price: PriceState) => void
  /** Incremented by each change of the draft, so that responses to earlier requests are ignored. */
  #generation = 0
  #isRefreshing = false
  /** Consecutive failures for the same draft. */
  #failures = 0
  /** Null if the form can't run, and after `close`. */
  #draft: Draft | null = null
  #price: PriceState = { state: 'none' }
  #cancelPricing = () => {}
  #cancelTimer = () => {}

  constructor(dependencies: Dependencies<Draft>, onPrice: (price: PriceState) => void) {
    this.#dependencies = dependencies
    this.#onPrice = onPrice
  }

  /** Requests the price of a draft; null if the form can't run and has no price. */
  setDraft(draft: Draft | null): void {
    this.#cancel()
    this.#failures = 0
    this.#draft = draft
    if (draft === null) return this.#show({ state: 'none' })
    const showPricing = () => this.#show({ state: 'pricing' })
    if (this.#price.state === 'priced') {
      this.#cancelPricing = this.#dependencies.schedule(showPricing, INSTANT_MS)
      if (!this.#price.isStale) this.#show({ ...this.#price, isStale: true })
    } else showPricing()
    void this.#request(draft, this.#generation)
  }

  /** Requests a price that isn't recent again, because the user may be about to click. Meanwhile the earlier one stays. */
  refresh(): void {
    if (this.#draft === null || this.#price.state !== 'priced' || this.#price.isStale) return
    if (this.#isRefreshing || !isOlderThan(REFRESH_AGE_MS, this.#price.quotedAt, this.#dependencies.now()))
      return
    this.#cancel()
    this.#isRefreshing = true
    void this.#request(this.#draft, this.#generation)
  }

  /** Requests the price of the same draft again, unless the watch is closed. */
  refetch(): void {
    if (this.#draft !== null) this.setDraft(this.#draft)
  }

  /** Stops watching until there is another draft. */
  close(): void {
    this.#cancel()
    this.#draft = null
  }

  /** Ignores the pending request and cancels all timers. */
  #cancel(): void {
    this.#cancelPricing()
    this.#cancelTimer()
    this.#isRefreshing = false
    this.#generation += 1
  }

  async #request(draft: Draft, generation: number): Promise<void> {
    const response = await this.#dependencies.fetchPrice(draft).catch((error: unknown) => ({
      state: 'unavailable' as const,
      key: null,
      problem: this.#dependencies.problemOf(error),
    }))
    if (generation !== this.#generation) return
    this.#isRefreshing = false
    if (response.state === 'superseded') {
      this.#cancelTimer = this.#dependencies.schedule(() => this.refetch(), SUPERSEDED_RETRY_MS)
      return
    }
    this.#cancelPricing()
    const problem = 'problem' in response ? response.problem : undefined
    if (problem && isTemporary(problem)) this.#retryLater(draft, problem)
    this.#show(response.state === 'invalid' ? { state: 'none' } : response)
  }

  /** Repeats a failed request later. The reason why there is no price stays visible until then. */
  #retryLater(draft: Draft, problem: Problem): void {
    const { now, schedule } = this.#dependencies
    const until = problem.retryAt
    const wait = RETRY_MS[this.#failures] ?? RETRY_MS[RETRY_MS.length - 1] ?? 0
    this.#failures += 1
    const ms = until === undefined ? wait : Math.max(until - now(), MIN_PAUSE_MS)
    this.#cancelTimer = schedule(
      () => void this.#request(draft, this.#generation),
      Math.min(ms, MAX_TIMER_MS),
    )
  }

  #show(price: PriceState): void {
    this.#price = price
    this.#onPrice(price)
  }
}

const TEMPORARY: ReadonlySet<ProblemCode> = new Set([
  'service_unreachable',
  'service_tls',
  'service_proxy',
  'service_sign_in',
  'service_timeout',
  'service_error',
  'service_unreadable',
  'service_redirected',
  'service_rate_limited',
  'service_daily_limit',
  'service_prices_used_up',
  'answer_lost',
  'studio_lost',
  'library_disconnected',
])

/** Whether the same request may succeed later without any change. */
export const isTemporary = ({ code }: Problem): boolean => TEMPORARY.has(code)
