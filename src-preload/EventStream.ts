import type { Bridge } from './contract/bridge.ts'
import type { StudioEvent } from './contract/events.ts'

const FIRST_RETRY_MS = 250
const LAST_RETRY_MS = 5_000
/** As many jobs as a window can show; what is older changed no more. */
const CATCH_UP_JOBS = 200

/** The studio's events over a WebSocket that reconnects, and makes up for what it missed meanwhile. */
export class EventStream {
  readonly #listeners = new Set<(event: StudioEvent) => void>()
  readonly #address: string
  readonly #call: Bridge['call']
  #started = false
  #retryMs = FIRST_RETRY_MS

  constructor(address: string, call: Bridge['call']) {
    this.#address = address
    this.#call = call
  }

  /** Connects with the first listener. Answers the function that ends the subscription. */
  subscribe(listener: (event: StudioEvent) => void): () => void {
    const own = (event: StudioEvent): void => listener(event)
    this.#listeners.add(own)
    if (!this.#started) {
      this.#started = true
      this.#connect(false)
    }
    return () => {
      this.#listeners.delete(own)
    }
  }

  #connect(again: boolean): void {
    const socket = new WebSocket(this.#address)
    socket.addEventListener('open', () => {
      this.#retryMs = FIRST_RETRY_MS
      if (again) void this.#catchUp()
    })
    socket.addEventListener('message', (message) => this.#tell(JSON.parse(String(message.data))))
    socket.addEventListener('close', () => {
      setTimeout(() => this.#connect(true), this.#retryMs)
      this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS)
    })
  }

  async #catchUp(): Promise<void> {
    const jobs = { scope: 'recent', limit: CATCH_UP_JOBS, before: null } as const
    const answer = await this.#call('jobs.list', jobs).catch(() => null)
    if (answer?.ok) this.#tell({ type: 'jobs.changed', jobs: answer.data.jobs })
    this.#tell({ type: 'library.changed', added: 0 })
    this.#tell({ type: 'models.changed' })
    this.#tell({ type: 'connections.changed' })
    this.#tell({ type: 'settings.changed' })
  }

  #tell(event: StudioEvent): void {
    for (const listener of this.#listeners) listener(event)
  }
}
