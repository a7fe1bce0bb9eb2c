import type { IncomingMessage, ServerResponse } from 'node:http'
import { takeFile } from '../shared/takeFile.ts'
import type { HostedStudio } from './BrowserHost.ts'
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
  const answer = await takeFile(inputs, { stream: request }, name, sourceId, log)
  // What was refused half-way is still being sent: this connection is of no further use.
  if (!request.readableEnded) response.setHeader('Connection', 'close')
  replyJson(response, answer)
}
