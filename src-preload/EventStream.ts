import type { StudioEvent } from './contract/events.ts'

const FIRST_RETRY_MS = 250
const MAX_RETRY_MS = 5_000

/** The studio's events over a WebSocket that reconnects, and then makes up for missed events. */
export class EventStream {
  readonly #listeners = new Set<(event: StudioEvent) => void>()
  readonly #url: string
  readonly #loadMissedEvents: () => Promise<StudioEvent[]>
  readonly #ready = Promise.withResolvers<void>()
  #started = false
  #retryMs = FIRST_RETRY_MS

  /** `loadMissedEvents` is called after a reconnect and returns events that replace the missed ones. */
  constructor(url: string, loadMissedEvents: () => Promise<StudioEvent[]>) {
    this.#url = url
    this.#loadMissedEvents = loadMissedEvents
  }

  /**
   * Resolves when the first connection is open or has failed. Once it is open, no later event is missed; after a failure, the next
   * connection replaces missed events.
   */
  ready(): Promise<void> {
    this.#start()
    return this.#ready.promise
  }

  /** Connects with the first listener. Returns an unsubscribe function. */
  subscribe(listener: (event: StudioEvent) => void): () => void {
    // A new function, so that the same listener can subscribe twice.
    const ownListener = (event: StudioEvent): void => listener(event)
    this.#listeners.add(ownListener)
    this.#start()
    return () => {
      this.#listeners.delete(ownListener)
    }
  }

  #start(): void {
    if (this.#started) return
    this.#started = true
    this.#connect(false)
  }

  #connect(isReconnect: boolean): void {
    const socket = new WebSocket(this.#url)
    socket.addEventListener('open', () => {
      this.#retryMs = FIRST_RETRY_MS
      this.#ready.resolve()
      if (isReconnect) void this.#catchUp()
    })
    socket.addEventListener('message', (message) => this.#notify(JSON.parse(String(message.data))))
    socket.addEventListener('close', () => {
      this.#ready.resolve()
      setTimeout(() => this.#connect(true), this.#retryMs)
      this.#retryMs = Math.min(this.#retryMs * 2, MAX_RETRY_MS)
    })
  }

  async #catchUp(): Promise<void> {
    // If loading fails, the host is unavailable again, so the socket closes and the next reconnect repeats this.
    for (const event of await this.#loadMissedEvents().catch(() => [])) this.#notify(event)
  }

  #notify(event: StudioEvent): void {
    for (const listener of this.#listeners) listener(event)
  }
}
