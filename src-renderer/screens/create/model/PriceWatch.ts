import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { QuoteAnswer } from '../../../../src-preload/contract/types/quote.ts'
import { mayPass } from './mayPass.ts'

/** The state of the price for the current form. */
export type PriceState =
  | { state: 'none' }
  | { state: 'pricing' }
  /** `asking`: of the form before the last edit; for a blink's length it stands while the new one is asked for. */
  | { state: 'priced'; key: string; price: number; quotedAt: number; asking?: boolean }
  | { state: 'unavailable'; key: string | null; problem: Problem }
  | { state: 'outdated'; price: number }

interface World<D> {
  ask: (draft: D) => Promise<QuoteAnswer>
  now: () => number
  /** Schedules a call; returns how to cancel it. */
  later: (run: () => void, ms: number) => () => void
  problemOf: (error: unknown) => Problem
}

/** Responses faster than this count as instant, so that the price does not flicker. */
const INSTANT_MS = 60
/** A request superseded by another window of the same studio is sent again. */
const ASK_AGAIN_MS = 400
/** Minimum pause between two requests, however soon a quote expires. */
const MIN_LIFE_MS = 5_000
/** Pauses before a failed price request is repeated; the last one repeats. */
const RETRY_MS = [5_000, 30_000, 60_000, 120_000, 240_000, 480_000, 900_000] as const
const MAX_TIMER_MS = 2 ** 31 - 1

/** Requests the price of the latest draft and never shows the response to an earlier one. */
export class PriceWatch<D> {
  readonly #world: World<D>
  readonly #paint: (state: PriceState) => void
  #question = 0
  /** Of the same form in a row. */
  #failures = 0
  #draft: D | null = null
  #state: PriceState = { state: 'none' }
  #stopBlink = () => {}
  #stopTimer = () => {}

  constructor(world: World<D>, paint: (state: PriceState) => void) {
    this.#world = world
    this.#paint = paint
  }

  /** The form as it stands; null when it cannot run and has no price. */
  want(draft: D | null): void {
    this.close()
    this.#failures = 0
    this.#draft = draft
    if (draft === null) return this.#show({ state: 'none' })
    const blink = () => this.#show({ state: 'pricing' })
    if (this.#state.state === 'priced') {
      this.#stopBlink = this.#world.later(blink, INSTANT_MS)
      if (!this.#state.asking) this.#show({ ...this.#state, asking: true })
    } else if (this.#state.state !== 'outdated') blink()
    void this.#put(draft, this.#question)
  }

  /** Asks once more for the same form. */
  again(): void {
    this.want(this.#draft)
  }

  /** Forgets the open question and its timers. */
  close(): void {
    this.#stopBlink()
    this.#stopTimer()
    this.#question += 1
  }

  async #put(draft: D, question: number): Promise<void> {
    const answer = await this.#world.ask(draft).catch((error: unknown) => ({
      state: 'unavailable' as const,
      key: null,
      problem: this.#world.problemOf(error),
    }))
    if (question !== this.#question) return
    if (answer.state === 'superseded') {
      this.#stopTimer = this.#world.later(() => this.again(), ASK_AGAIN_MS)
      return
    }
    this.#stopBlink()
    if (answer.state === 'priced') this.#expireLater(answer)
    if (answer.state === 'unavailable' && mayPass(answer.problem)) this.#retryLater(draft, answer.problem)
    this.#show(answer.state === 'invalid' ? { state: 'none' } : answer)
  }

  #expireLater({ expiresAt, price }: { expiresAt: number; price: number }): void {
    const life = Math.min(Math.max(expiresAt - this.#world.now(), MIN_LIFE_MS), MAX_TIMER_MS)
    this.#stopTimer = this.#world.later(() => {
      this.#show({ state: 'outdated', price })
      this.again()
    }, life)
  }

  /** The reason why there is none stays on screen meanwhile. */
  #retryLater(draft: D, { params }: Problem): void {
    const { now, later } = this.#world
    const until = params?.['waitsUntil']
    const wait = RETRY_MS[this.#failures] ?? RETRY_MS[RETRY_MS.length - 1] ?? 0
    this.#failures += 1
    const ms = typeof until === 'number' ? Math.max(until - now(), MIN_LIFE_MS) : wait
    this.#stopTimer = later(() => void this.#put(draft, this.#question), Math.min(ms, MAX_TIMER_MS))
  }

  #show(state: PriceState): void {
    this.#state = state
    this.#paint(state)
  }
}
