import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { readSubmit, type Submit } from './readSubmit.ts'

/** A line of the log: a submit about to be sent, or its outcome. */
export interface WireLine extends Submit {
  kind: 'sent' | 'refused' | 'unsent'
}

type Options = Dispatcher.DispatchOptions
type Dispatching = Pick<Dispatcher, 'dispatch'>

/**
 * Logs every submit before it is sent (synced, so that a kill can't undo it), and afterwards those that were provably not
 * accepted: status 429, or no connection.
 */
export function wireLog(inner: Dispatching, file: string): { dispatcher: Dispatching; close: () => void } {
  const descriptor = openSync(file, 'a', 0o600)
  const write = (line: WireLine): void => {
    writeSync(descriptor, `${JSON.stringify(line)}\n`)
    fsyncSync(descriptor)
  }
  const send = async (
    body: Readable,
    options: Options,
    handler: Dispatcher.DispatchHandler,
  ): Promise<void> => {
    try {
      const { bytes, ...submit } = await readSubmit(body, options.headers)
      write({ kind: 'sent', ...submit })
      inner.dispatch({ ...options, body: bytes }, noting(handler, submit, write))
    } catch (error) {
      // Nothing was sent: the client gets an error as for any unreadable body.
      inner.dispatch({ ...options, body: brokenBy(error) }, handler)
    }
  }
  const dispatcher: Dispatching = {
    dispatch: (options, handler) => {
      if (options.method !== 'POST' || options.path.includes('price')) return inner.dispatch(options, handler)
      const { body } = options
      if (typeof body === 'string') {
        write({ kind: 'sent', body, files: [] })
        return inner.dispatch(options, noting(handler, { body, files: [] }, write))
      }
      if (!(body instanceof Readable)) throw new TypeError('A submit of a kind the record does not know')
      void send(body, options, handler)
      return true
    },
  }
  return { dispatcher, close: () => closeSync(descriptor) }
}

const brokenBy = (error: unknown): Readable =>
  new Readable({ construct: (done) => done(error instanceof Error ? error : new Error(String(error))) })

function noting(
  handler: Dispatcher.DispatchHandler,
  submit: Submit,
  write: (line: WireLine) => void,
): Dispatcher.DispatchHandler {
  let begun = false
  return {
    onRequestStart: (controller, context) => {
      begun = true
      handler.onRequestStart?.(controller, context)
    },
    onResponseStart: (controller, status, headers, text) => {
      if (status === 429) write({ kind: 'refused', ...submit })
      handler.onResponseStart?.(controller, status, headers, text)
    },
    onResponseData: (controller, chunk) => handler.onResponseData?.(controller, chunk),
    onResponseEnd: (controller, trailers) => handler.onResponseEnd?.(controller, trailers),
    onResponseError: (controller, error) => {
      if (!begun) write({ kind: 'unsent', ...submit })
      handler.onResponseError?.(controller, error)
    },
  }
}
