import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import type { StudioEvent } from '../../../src-preload/contract/events.ts'

const HEARTBEAT_MS = 30_000
/** A window that lags this far behind is disconnected. It reconnects and reloads its data. */
const MAX_BUFFERED_BYTES = 8 * 1024 * 1024

/** Broadcasts the studio's events to all open windows. Windows send nothing back. */
export class EventSocket {
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: 1024 })
  /** Windows that have responded to the last ping. */
  readonly #responsive = new WeakSet<WebSocket>()
  readonly #heartbeat = setInterval(() => this.#disconnectUnresponsive(), HEARTBEAT_MS)

  /** Accepts a request that has already been checked. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#server.handleUpgrade(request, socket, head, (window) => {
      this.#responsive.add(window)
      window.on('pong', () => this.#responsive.add(window))
      window.on('error', () => window.terminate())
    })
  }

  broadcast(event: StudioEvent): void {
    const text = JSON.stringify(event)
    for (const window of this.#server.clients) {
      if (window.bufferedAmount > MAX_BUFFERED_BYTES) window.terminate()
      else window.send(text)
    }
  }

  close(): void {
    clearInterval(this.#heartbeat)
    for (const window of this.#server.clients) window.terminate()
    this.#server.close()
  }

  #disconnectUnresponsive(): void {
    for (const window of this.#server.clients) {
      if (!this.#responsive.delete(window)) window.terminate()
      else window.ping()
    }
  }
}
