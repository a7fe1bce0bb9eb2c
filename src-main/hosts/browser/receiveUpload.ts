import type { IncomingMessage, ServerResponse } from 'node:http'
import { inputErrors } from '../../../src-preload/contract/errors.ts'
import { MAX_INPUT_BYTES } from '../../../src-preload/contract/bridge.ts'
import { addInput } from '../shared/calls/fileCalls.ts'
import type { HostedStudio } from './BrowserHost.ts'
import { replyJson, replyText } from './reply.ts'

/** Receives an input file, streaming it to disk, and responds with an envelope. */
export async function receiveUpload(
  request: IncomingMessage,
  response: ServerResponse,
  query: URLSearchParams,
  { inputs, log }: HostedStudio,
): Promise<void> {
  if (request.headers['content-type'] !== 'application/octet-stream') {
    return replyText(response, 415, 'The Content-Type of a file must be application/octet-stream.')
  }
  const [name, sourceId] = [query.get('name'), query.get('source')]
  const isTooLarge = Number(request.headers['content-length'] ?? 0) > MAX_INPUT_BYTES
  const result = isTooLarge
    ? {
        ok: false,
        error: { code: inputErrors.tooLarge, money: 'none', params: { maxBytes: MAX_INPUT_BYTES } },
      }
    : await addInput(inputs, { stream: readChunks(request) }, name, sourceId, log)
  // A browser reads the response only after it has sent the whole body, so the rest of a rejected one is discarded.
  if (!(await drain(request))) response.setHeader('Connection', 'close')
  replyJson(response, result)
}

/** The body in chunks. Stopping early doesn't close the request, so that a response can be sent. */
async function* readChunks(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
}

/** Beyond this, the connection is closed instead of reading the rest. */
const MAX_DISCARDED_BYTES = 64 * 2 ** 30

/** Reads and discards the rest of a request; false when its end was not reached. */
function drain(request: IncomingMessage): Promise<boolean> {
  if (request.readableEnded) return Promise.resolve(true)
  return new Promise((resolve) => {
    let discarded = 0
    request.on('data', (chunk: Buffer) => {
      discarded += chunk.length
      if (discarded > MAX_DISCARDED_BYTES) resolve(false)
    })
    request.once('end', () => resolve(true))
    request.once('close', () => resolve(false))
    request.resume()
  })
}
