import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'
import type { StudioEvent } from '../../../src-preload/contract/events.ts'

const BEAT_MS = 30_000
/** A window that lags behind this far is cut off; it comes back and asks anew. */
const MAX_BUFFERED_BYTES = 8 * 1024 * 1024

/** Tells the studio's events to every window that is open. Windows say nothing here. */
export class EventSocket {
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: 1024 })
  readonly #alive = new WeakSet<WebSocket>()
  readonly #beat = setInterval(() => this.#cutDead(), BEAT_MS)

  /** Takes a request over that has been checked already. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#server.handleUpgrade(request, socket, head, (window) => {
      this.#alive.add(window)
      window.on('pong', () => this.#alive.add(window))
      window.on('error', () => window.terminate())
    })
  }

  tell(event: StudioEvent): void {
    const text = JSON.stringify(event)
    for (const window of this.#server.clients) {
      if (window.bufferedAmount > MAX_BUFFERED_BYTES) window.terminate()
      else window.send(text)
    }
  }

  close(): void {
    clearInterval(this.#beat)
    for (const window of this.#server.clients) window.terminate()
    this.#server.close()
  }

  #cutDead(): void {
    for (const window of this.#server.clients) {
      if (!this.#alive.delete(window)) window.terminate()
      else window.ping()
    }
  }
}
