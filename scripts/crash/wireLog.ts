import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import type { Dispatcher } from 'undici'

/** One line of the record: a submit that leaves, or how it ended; `body` is its exact text. */
export interface WireLine {
  kind: 'sent' | 'refused' | 'unsent'
  body: string
}

type Dispatching = Pick<Dispatcher, 'dispatch'>

/**
 * Writes down every submit before it can leave (synced, so that a kill can't undo it), and afterwards those that provably
 * were not taken: answered 429, or never given a connection.
 */
export function wireLog(inner: Dispatching, file: string): { dispatcher: Dispatching; close: () => void } {
  const descriptor = openSync(file, 'a', 0o600)
  const write = (line: WireLine): void => {
    writeSync(descriptor, `${JSON.stringify(line)}\n`)
    fsyncSync(descriptor)
  }
  const dispatcher: Dispatching = {
    dispatch: (options, handler) => {
      if (options.method !== 'POST' || options.path.includes('price')) return inner.dispatch(options, handler)
      const body = typeof options.body === 'string' ? options.body : options.path
      write({ kind: 'sent', body })
      return inner.dispatch(options, noting(handler, body, write))
    },
  }
  return { dispatcher, close: () => closeSync(descriptor) }
}

function noting(
  handler: Dispatcher.DispatchHandler,
  body: string,
  write: (line: WireLine) => void,
): Dispatcher.DispatchHandler {
  let begun = false
  return {
    onRequestStart: (controller, context) => {
      begun = true
      handler.onRequestStart?.(controller, context)
    },
    onResponseStart: (controller, status, headers, text) => {
      if (status === 429) write({ kind: 'refused', body })
      handler.onResponseStart?.(controller, status, headers, text)
    },
    onResponseData: (controller, chunk) => handler.onResponseData?.(controller, chunk),
    onResponseEnd: (controller, trailers) => handler.onResponseEnd?.(controller, trailers),
    onResponseError: (controller, error) => {
      if (!begun) write({ kind: 'unsent', body })
      handler.onResponseError?.(controller, error)
    },
  }
}
