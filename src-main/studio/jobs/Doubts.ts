import { serviceErrors } from '../../../src-preload/contract/errors.ts'
import type { Clock, Log } from '../world.ts'
import type { JobStore } from './JobStore.ts'
import { laneOf } from './laneOf.ts'

/** So many answers lost one after another are no accident any more. */
const MANY = 3
const FIRST_MS = 2000
const LONGEST_MS = 1_800_000

interface Parts {
  store: JobStore
  clock: Clock
  log: Log
}

interface Doubt {
  lost: number
  rounds: number
  until: number
  /** The job that says why it waits. */
  says: string | null
}

/**
 * Tasks of a connection (by `laneOf`) whose answers get lost one after another, as in an outage: sent one at a time and ever
 * more seldom, until one is answered. Each job sent into it may be charged, and would be one more for a person to decide.
 */
export class Doubts {
  readonly #parts: Parts
  readonly #lanes = new Map<string, Doubt>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Whether its jobs go one at a time. */
  has(lane: string): boolean {
    return (this.#lanes.get(lane)?.lost ?? 0) >= MANY
  }

  /** An answer was lost. `inHand`: jobs that are on their way. */
  lost(lane: string, inHand: readonly string[]): void {
    const now = this.#parts.clock.now()
    const doubt = this.#lanes.get(lane) ?? { lost: 0, rounds: 0, until: 0, says: null }
    this.#lanes.set(lane, doubt)
    // Those that were on their way together tell of one and the same moment.
    if (++doubt.lost < MANY || doubt.until > now) return
    doubt.until = now + Math.min(LONGEST_MS, FIRST_MS * 2 ** doubt.rounds++)
    this.#say(lane, doubt, inHand)
  }

  /** The service answered, yes or no. */
  heard(lane: string): void {
    const doubt = this.#lanes.get(lane)
    this.#lanes.delete(lane)
    if (doubt) this.#unsay(doubt)
  }

  /** Somebody is there and wishes it: one more may go at once. */
  allowOne(): void {
    for (const doubt of this.#lanes.values()) {
      doubt.until = 0
      this.#unsay(doubt)
    }
  }

  shift(by: number): void {
    for (const doubt of this.#lanes.values()) doubt.until += by
  }

  /** Lanes left alone now, and until when. */
  held(): { lane: string; at: number }[] {
    const now = this.#parts.clock.now()
    return [...this.#lanes]
      .filter(([, { until }]) => until > now)
      .map(([lane, { until }]) => ({ lane, at: until }))
  }

  /** The next in line says why it waits. */
  #say(lane: string, doubt: Doubt, inHand: readonly string[]): void {
    const { store, clock, log } = this.#parts
    try {
      this.#unsay(doubt)
      const others = store.lanes().map(({ connection, operation }) => laneOf(connection, operation))
      const elsewhere = others.filter((other) => other !== lane)
      const next = store.nextQueued(clock.now(), elsewhere, inHand)
      if (!next) return
      const problem = { code: serviceErrors.serverError, money: 'not_charged' } as const
      if (store.note(next.id, 'queued', { problem, waitsUntil: doubt.until })) doubt.says = next.id
    } catch (error) {
      log.warn('That a job waits could not be noted', { error: String(error) })
    }
  }

  #unsay(doubt: Doubt): void {
    const { store, log } = this.#parts
    if (doubt.says === null) return
    try {
      store.note(doubt.says, 'queued', { problem: null, waitsUntil: null })
      doubt.says = null
    } catch (error) {
      log.warn('That a job waits no longer could not be noted', { error: String(error) })
    }
  }
}
