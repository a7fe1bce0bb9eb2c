import type { IncomingMessage, ServerResponse } from 'node:http'
import { inputErrors } from '../../../src-preload/contract/errors.ts'
import { MOST_INPUT_BYTES } from '../../../src-preload/contract/mostInputBytes.ts'
import { takeFile } from '../shared/takeFile.ts'
import type { HostedStudio } from './BrowserHost.ts'
import { drain } from './drain.ts'
import { replyJson, replyText } from './reply.ts'

/** An input on its way up: streamed to disk as it arrives, answered with an envelope. */
export async function takeUpload(
  request: IncomingMessage,
  response: ServerResponse,
  query: URLSearchParams,
  { inputs, log }: HostedStudio,
): Promise<void> {
  if (request.headers['content-type'] !== 'application/octet-stream') {
    return replyText(response, 415, 'A file is sent as plain bytes.')
  }
  const [name, sourceId] = [query.get('name'), query.get('source')]
  const isTooLarge = Number(request.headers['content-length'] ?? 0) > MOST_INPUT_BYTES
  const answer = isTooLarge
    ? {
        ok: false,
        error: { code: inputErrors.tooLarge, money: 'none', params: { maxBytes: MOST_INPUT_BYTES } },
      }
    : await takeFile(inputs, { stream: arriving(request) }, name, sourceId, log)
  // A browser hears an answer only when it has sent all: what was refused half-way is let in and dropped.
  if (!(await drain(request))) response.setHeader('Connection', 'close')
  replyJson(response, answer)
}

/** The body, left open when the reading of it ends early. */
async function* arriving(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
}
