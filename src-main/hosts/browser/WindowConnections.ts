import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { z } from 'zod'
import type { StudioEvent } from '../../../src-preload/contract/events.ts'
import { MAX_CALL_BYTES } from '../../../src-preload/SocketMessage.ts'

const HEARTBEAT_MS = 30_000
/** A window that lags this far behind is disconnected. It reconnects and reloads its data. */
const MAX_BUFFERED_BYTES = 64 * 1024 * 1024
/** WebSocket status code for a message of an unexpected format. */
const UNSUPPORTED_DATA = 1003

const callSchema = z.object({ id: z.int(), route: z.unknown().optional(), input: z.unknown().optional() })

/** Returns an envelope as JSON. Never rejects. */
type HandleCall = (route: unknown, input: unknown) => Promise<string>

/** The WebSockets of all open windows. Calls start in the order in which a window made them, and events are broadcast to all windows. */
export class WindowConnections {
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: MAX_CALL_BYTES })
  readonly #handleCall: HandleCall
  /** Windows that have responded to the last ping. */
  readonly #responsive = new WeakSet<WebSocket>()
  readonly #heartbeat = setInterval(() => this.#disconnectUnresponsive(), HEARTBEAT_MS)

  constructor(handleCall: HandleCall) {
    this.#handleCall = handleCall
  }

  /** Accepts a request that has already been checked. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#server.handleUpgrade(request, socket, head, (window) => {
      this.#responsive.add(window)
      window.on('pong', () => this.#responsive.add(window))
      window.on('error', () => window.terminate())
      window.on('message', (data: Buffer) => void this.#respond(window, data))
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

  async #respond(window: WebSocket, data: Buffer): Promise<void> {
    const call = parseCall(data)
    if (!call) return window.close(UNSUPPORTED_DATA)
    const envelope = await this.#handleCall(call.route, call.input)
    if (window.readyState === window.OPEN) window.send(`{"id":${call.id},"envelope":${envelope}}`)
  }

  #disconnectUnresponsive(): void {
    for (const window of this.#server.clients) {
      if (!this.#responsive.delete(window)) window.terminate()
      else window.ping()
    }
  }
}

function parseCall(data: Buffer): z.infer<typeof callSchema> | null {
  try {
    return callSchema.safeParse(JSON.parse(data.toString('utf8'))).data ?? null
  } catch {
    return null
  }
}
