import type { Clock } from '../world.ts'
import { DueHeap } from './DueHeap.ts'

/** Of one host: a slow one must not keep results of others waiting. */
const PER_HOST = 3
const IN_FLIGHT = 12
/** So many failures of a host in a row, whatever jobs they were of, are an outage. */
const OUTAGE = 3
const FIRST_PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 15 * 60_000
/** A new result may try a host in an outage this long after the last try. */
const FRESH_MS = 30_000
/** What was tried this recently is not tried at once when its host recovers. */
const RECENT_MS = 5 * 60_000

/** How a fetch ended for its host. `none`: it said nothing about the host, such as a full disk. */
export type FetchEnd = 'answered' | 'failed' | 'none'

interface Host {
  readonly due: DueHeap
  inFlight: number
  /** Since the last result that came. */
  failures: number
  /** Nothing is fetched before, unless the user asks. */
  opensAt: number
  triedAt: number
}

interface Parts {
  clock: Clock
  /** Fetches the result of a job; must not reject. */
  fetch: (id: string) => Promise<FetchEnd>
}

/**
 * Decides when which result is fetched: a few at once from each host, and from a host in an outage one at a time, with an
 * exponential back-off. The caller says when a job's own next try is due.
 */
export class FetchQueue {
  readonly #parts: Parts
  readonly #hosts = new Map<string, Host>()
  readonly #hostOf = new Map<string, string>()
  readonly #triedAt = new Map<string, number>()
  readonly #inFlight = new Map<string, Promise<void>>()
  #cancel: (() => void) | null = null
  #closed = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  has(id: string): boolean {
    return this.#hostOf.has(id) || this.#inFlight.has(id)
  }

  /** Has a job fetched from `host` after `ms`; answers when that will be at the earliest. */
  add(id: string, host: string, ms: number): number {
    const now = this.#parts.clock.now()
    if (this.#closed) return now + ms
    this.#drop(id)
    const at = this.#host(host)
    at.due.set(id, now + ms)
    this.#hostOf.set(id, host)
    if (ms === 0 && at.opensAt > now) at.opensAt = Math.max(now, Math.min(at.opensAt, at.triedAt + FRESH_MS))
    this.#pump()
    return Math.max(now + ms, at.opensAt)
  }

  /** Fetches a job at once, also from a host in an outage: the user asked. */
  now(id: string, host: string): void {
    if (this.#closed || this.#inFlight.has(id)) return
    this.#drop(id)
    this.#start(id, host)
  }

  /** Lets each host be tried once at once, such as when the network is back. */
  retryNow(): void {
    for (const [name, host] of this.#hosts) {
      host.opensAt = 0
      this.#hurry(name, 0)
    }
    this.#pump()
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#cancel?.()
    await Promise.allSettled(this.#inFlight.values())
  }

  #host(name: string): Host {
    const known = this.#hosts.get(name)
    if (known) return known
    const made: Host = { due: new DueHeap(), inFlight: 0, failures: 0, opensAt: 0, triedAt: 0 }
    this.#hosts.set(name, made)
    return made
  }

  #drop(id: string): void {
    const host = this.#hostOf.get(id)
    if (host !== undefined) this.#hosts.get(host)?.due.delete(id)
    this.#hostOf.delete(id)
  }

  #pump(): void {
    if (this.#closed) return
    const now = this.#parts.clock.now()
    for (const [name, host] of this.#hosts) {
      while (this.#hasRoom(host) && host.opensAt <= now) {
        const id = host.due.take(now)
        if (id === null) break
        this.#hostOf.delete(id)
        this.#start(id, name)
      }
    }
    this.#setTimer(now)
  }

  #hasRoom({ inFlight, failures }: Host): boolean {
    return this.#inFlight.size < IN_FLIGHT && inFlight < (failures < OUTAGE ? PER_HOST : 1)
  }

  /** What is due but has no room goes on when a fetch ends. */
  #setTimer(now: number): void {
    this.#cancel?.()
    let next = Number.POSITIVE_INFINITY
    for (const host of this.#hosts.values()) {
      const due = host.due.next()
      if (due !== null && this.#hasRoom(host)) next = Math.min(next, Math.max(due, host.opensAt))
    }
    this.#cancel = Number.isFinite(next) ? this.#parts.clock.after(next - now, () => this.#pump()) : null
  }

  #start(id: string, name: string): void {
    const host = this.#host(name)
    host.inFlight += 1
    host.triedAt = this.#parts.clock.now()
    this.#triedAt.set(id, host.triedAt)
    this.#inFlight.set(id, this.#run(id, name, host))
  }

  async #run(id: string, name: string, host: Host): Promise<void> {
    const end = await this.#parts.fetch(id)
    this.#inFlight.delete(id)
    host.inFlight -= 1
    this.#settle(name, host, end)
    if (!this.#hostOf.has(id)) this.#triedAt.delete(id)
    if (host.inFlight === 0 && host.failures === 0 && host.due.size === 0) this.#hosts.delete(name)
    this.#pump()
  }

  #settle(name: string, host: Host, end: FetchEnd): void {
    if (end === 'answered') {
      const isBack = host.failures >= OUTAGE
      host.failures = 0
      host.opensAt = 0
      if (isBack) this.#hurry(name, RECENT_MS)
    } else if (end === 'failed') {
      host.failures += 1
      const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(20, host.failures - OUTAGE))
      if (host.failures >= OUTAGE) host.opensAt = this.#parts.clock.now() + pause
    }
  }

  /** Makes due what waits for a host, unless it was tried in the last `recent` ms. */
  #hurry(name: string, recent: number): void {
    const now = this.#parts.clock.now()
    const due = this.#hosts.get(name)?.due
    for (const [id, host] of this.#hostOf) {
      if (host === name && now - (this.#triedAt.get(id) ?? 0) >= recent) due?.set(id, now)
    }
  }
}
