import { closeSync, fsyncSync, openSync, writeSync, readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'

/** A line of the log: a submission about to be sent, or its outcome. */
export interface WireLine extends Submission {
  kind: 'sent' | 'refused' | 'unsent'
}

type Options = Dispatcher.DispatchOptions
type Dispatching = Pick<Dispatcher, 'dispatch'>

/**
 * Logs every submission before it is sent, synced to disk, so that a kill can't undo it, and afterwards those that
 * were provably not accepted: those with status 429 or without a connection.
 */
export function createWireLog(
  inner: Dispatching,
  file: string,
): { dispatcher: Dispatching; close: () => void } {
  const descriptor = openSync(file, 'a', 0o600)
  // Starts a new line in case a kill of the previous process truncated the last one.
  writeSync(descriptor, '\n')
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
      const { bytes, ...submission } = await readSubmission(body, options.headers)
      write({ kind: 'sent', ...submission })
      inner.dispatch({ ...options, body: bytes }, recordOutcome(handler, submission, write))
    } catch (error) {
      // Nothing was sent: the client gets an error as for any unreadable body.
      inner.dispatch({ ...options, body: createFailingStream(error) }, handler)
    }
  }
  const dispatcher: Dispatching = {
    dispatch: (options, handler) => {
      if (options.method !== 'POST' || options.path.includes('price')) return inner.dispatch(options, handler)
      const { body } = options
      if (typeof body === 'string') {
        write({ kind: 'sent', body, files: [] })
        return inner.dispatch(options, recordOutcome(handler, { body, files: [] }, write))
      }
      if (!(body instanceof Readable)) throw new TypeError('A submission with an unsupported type of body')
      void send(body, options, handler)
      return true
    },
  }
  return { dispatcher, close: () => closeSync(descriptor) }
}

const createFailingStream = (error: unknown): Readable =>
  new Readable({ construct: (done) => done(error instanceof Error ? error : new Error(String(error))) })

function recordOutcome(
  handler: Dispatcher.DispatchHandler,
  submission: Submission,
  write: (line: WireLine) => void,
): Dispatcher.DispatchHandler {
  let hasStarted = false
  return {
    onRequestStart: (controller, context) => {
      hasStarted = true
      handler.onRequestStart?.(controller, context)
    },
    onResponseStart: (controller, status, headers, text) => {
      if (status === 429) write({ kind: 'refused', ...submission })
      handler.onResponseStart?.(controller, status, headers, text)
    },
    onResponseData: (controller, chunk) => handler.onResponseData?.(controller, chunk),
    onResponseEnd: (controller, trailers) => handler.onResponseEnd?.(controller, trailers),
    onResponseError: (controller, error) => {
      if (!hasStarted) write({ kind: 'unsent', ...submission })
      handler.onResponseError?.(controller, error)
    },
  }
}

/** A recorded submission. */
interface Submission {
  /** Exact text of a JSON body; the fields of a multipart one as JSON. */
  body: string
  /** SHA-256 of each file, in the order they were sent. */
  files: string[]
}

/** Reads a multipart body before it is sent; `bytes` must be sent in its place. Rejects if it can't be read. */
async function readSubmission(
  body: Readable,
  headers: Dispatcher.DispatchOptions['headers'],
): Promise<Submission & { bytes: Buffer }> {
  const bytes = await buffer(body)
  const parsedHeaders = new Headers(
    Object.entries(headers ?? {}).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  )
  const form = await new Response(new Uint8Array(bytes), {
    headers: { 'content-type': parsedHeaders.get('content-type') ?? '' },
  }).formData()
  const fields: Record<string, string> = {}
  const files: string[] = []
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] = value
    else
      files.push(
        createHash('sha256')
          .update(new Uint8Array(await value.arrayBuffer()))
          .digest('hex'),
      )
  }
  return { body: JSON.stringify(fields), files, bytes }
}

const submissionSchema = z.object({ body: z.string(), files: z.array(z.string()) })
const lineSchema = submissionSchema.extend({ kind: z.enum(['sent', 'refused', 'unsent']) })
const bodySchema = z.object({ prompt: z.string() })

/** The value of a line; null if a kill truncated it, before its request was sent, or if it is empty. */
function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

export interface WireBill {
  prompt: string
  requestId: null
  /** SHA-256 of each file sent with it. */
  files: string[]
}

/** Reads the possibly billed submissions from the log: those sent and not provably rejected. */
export function readPossiblyBilledSubmissions(file: string): WireBill[] {
  const unresolved = new Map<string, number>()
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const parsed = parseJson(line)
    if (parsed === null) continue
    const { kind, ...submission } = lineSchema.parse(parsed)
    const key = JSON.stringify(submission)
    unresolved.set(key, (unresolved.get(key) ?? 0) + (kind === 'sent' ? 1 : -1))
  }
  return [...unresolved].flatMap(([key, times]) => {
    const { body, files } = submissionSchema.parse(JSON.parse(key))
    const { prompt } = bodySchema.parse(JSON.parse(body))
    return Array.from({ length: times }, () => ({ prompt, requestId: null, files }))
  })
}
