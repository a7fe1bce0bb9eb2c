import type { StudioEvent } from './contract/events.ts'

const FIRST_RETRY_MS = 250
const MAX_RETRY_MS = 5_000

/** The studio's events over a WebSocket that reconnects and replaces missed events. */
export class EventStream {
  readonly #listeners = new Set<(event: StudioEvent) => void>()
  readonly #address: string
  readonly #missed: () => Promise<StudioEvent[]>
  readonly #ready = Promise.withResolvers<void>()
  #started = false
  #retryMs = FIRST_RETRY_MS

  /** `missed` returns the events for listeners after a reconnect. */
  constructor(address: string, missed: () => Promise<StudioEvent[]>) {
    this.#address = address
    this.#missed = missed
  }

  /** Resolves when the connection is open or has failed, so that later calls miss no event. */
  ready(): Promise<void> {
    this.#start()
    return this.#ready.promise
  }

  /** Connects with the first listener. Returns the function that ends the subscription. */
  subscribe(listener: (event: StudioEvent) => void): () => void {
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
    const socket = new WebSocket(this.#address)
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
    // If this fails too, the connection closes again and this code runs again.
    for (const event of await this.#missed().catch(() => [])) this.#notify(event)
  }

  #notify(event: StudioEvent): void {
    for (const listener of this.#listeners) listener(event)
  }
}
