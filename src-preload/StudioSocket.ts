import type { Bridge } from './contract/bridge.ts'
import type { Envelope } from './contract/errors.ts'
import type { StudioEvent } from './contract/events.ts'
import { type CallMessage, type HostMessage, MAX_CALL_BYTES } from './SocketMessage.ts'

const FIRST_RETRY_MS = 250
const MAX_RETRY_MS = 5_000
/** Maximum number of UTF-8 bytes per UTF-16 code unit. */
const MAX_UNIT_BYTES = 3

/**
 * Calls to the studio and its events over one WebSocket, so that calls arrive in the order in which they were made, and responses and
 * events in the order in which they were sent. It reconnects, and then makes up for missed events.
 */
export class StudioSocket {
  readonly #listeners = new Set<(event: StudioEvent) => void>()
  readonly #url: string
  readonly #loadMissedEvents: () => AsyncIterable<StudioEvent>
  /** The calls without a response. */
  readonly #pending = new Map<number, PromiseWithResolvers<Envelope<never>>>()
  /** The open connection, or an attempt to connect, which may reject. Null before the first one and between two. */
  #connection: Promise<WebSocket> | null = null
  #hasDisconnected = false
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  #retryMs = FIRST_RETRY_MS
  #lastId = 0

  /**
   * `loadMissedEvents` is called after a reconnect and yields events that replace the missed ones. Each is delivered before any
   * event that the host sent after the response that it was made from.
   */
  constructor(url: string, loadMissedEvents: () => AsyncIterable<StudioEvent>) {
    this.#url = url
    this.#loadMissedEvents = loadMissedEvents
  }

  /**
   * Calls the studio, after connecting to it if necessary. Rejects if the host can't be reached or the connection ends before the
   * response; the call may have been executed then.
   */
  readonly call: Bridge['call'] = async (route, input) => {
    const id = ++this.#lastId
    const text = JSON.stringify({ id, route, input } satisfies CallMessage)
    if (text.length * MAX_UNIT_BYTES > MAX_CALL_BYTES && new Blob([text]).size > MAX_CALL_BYTES)
      return {
        ok: false,
        error: { code: 'invalid_input', money: 'none', params: { route, detail: 'too_big' } },
      }
    const socket = await this.#connect()
    // The socket may have closed meanwhile; then nothing is sent.
    if (socket.readyState !== WebSocket.OPEN) throw new Error('studio_lost')
    const response = Promise.withResolvers<Envelope<never>>()
    this.#pending.set(id, response)
    socket.send(text)
    return response.promise
  }

  /** Connects with the first listener. Returns an unsubscribe function. */
  subscribe(listener: (event: StudioEvent) => void): () => void {
    // A new function, so that the same listener can subscribe twice.
    const ownListener = (event: StudioEvent): void => listener(event)
    this.#listeners.add(ownListener)
    this.#connect().catch(() => {})
    return () => {
      this.#listeners.delete(ownListener)
    }
  }

  /** Connects now, unless it is connected or connecting. */
  #connect(): Promise<WebSocket> {
    if (this.#connection) return this.#connection
    clearTimeout(this.#retryTimer)
    const socket = new WebSocket(this.#url)
    const { promise, resolve, reject } = Promise.withResolvers<WebSocket>()
    this.#connection = promise
    socket.addEventListener('open', () => {
      this.#retryMs = FIRST_RETRY_MS
      resolve(socket)
      if (this.#hasDisconnected) void this.#catchUp()
    })
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data))))
    socket.addEventListener('close', () => {
      this.#connection = null
      this.#hasDisconnected = true
      reject(new Error('studio_lost'))
      for (const { reject: rejectCall } of this.#pending.values()) rejectCall(new Error('studio_lost'))
      this.#pending.clear()
      this.#retryTimer = setTimeout(() => void this.#connect().catch(() => {}), this.#retryMs)
      this.#retryMs = Math.min(this.#retryMs * 2, MAX_RETRY_MS)
    })
    return promise
  }

  #receive(message: HostMessage): void {
    if (!('envelope' in message)) return this.#notify(message)
    this.#pending.get(message.id)?.resolve(message.envelope)
    this.#pending.delete(message.id)
  }

  async #catchUp(): Promise<void> {
    try {
      for await (const event of this.#loadMissedEvents()) this.#notify(event)
    } catch {
      // The host is unavailable again, so the socket closes and the next reconnect repeats this.
    }
  }

  #notify(event: StudioEvent): void {
    for (const listener of this.#listeners) listener(event)
  }
}
