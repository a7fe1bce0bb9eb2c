import type { Duplex } from 'node:stream'
import type { Dispatcher } from 'undici'

type Handler = Dispatcher.DispatchHandler
type Controller = Dispatcher.DispatchController
type Headers = Parameters<NonNullable<Handler['onResponseEnd']>>[1]

/**
 * Passes everything on to the handler of a request, except an error before the request was started on a connection: that one is returned, so
 * that another route may be tried.
 */
export class PendingHandler implements Handler {
  readonly #handler: Handler
  readonly #onSettled: (error: Error | null) => void
  #isStarted = false

  /** `onSettled` is called once: with null when the request starts, or with why there is no connection. */
  constructor(handler: Handler, onSettled: (error: Error | null) => void) {
    this.#handler = handler
    this.#onSettled = onSettled
  }

  onRequestStart(controller: Controller, context: unknown): void {
    this.#isStarted = true
    this.#onSettled(null)
    this.#handler.onRequestStart?.(controller, context)
  }

  onRequestUpgrade(controller: Controller, status: number, headers: Headers, socket: Duplex): void {
    this.#handler.onRequestUpgrade?.(controller, status, headers, socket)
  }

  onResponseStarted(): void {
    this.#handler.onResponseStarted?.()
  }

  onResponseStart(controller: Controller, status: number, headers: Headers, text?: string): void {
    this.#handler.onResponseStart?.(controller, status, headers, text)
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    this.#handler.onResponseData?.(controller, chunk)
  }

  onResponseEnd(controller: Controller, trailers: Headers): void {
    this.#handler.onResponseEnd?.(controller, trailers)
  }

  onResponseError(controller: Controller, error: Error): void {
    if (this.#isStarted) this.#handler.onResponseError?.(controller, error)
    else this.#onSettled(error)
  }

  onBodySent(chunk: Buffer): void {
    this.#handler.onBodySent?.(chunk)
  }

  onRequestSent(): void {
    this.#handler.onRequestSent?.()
  }
}
