import { pipeline } from 'node:stream/promises'
import type { ServerResponse } from 'node:http'
import type { MediaResponse } from '../shared/http/createMediaResponse.ts'

const TEXT_HEADERS = { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' }

/** Sends a short plain text, with a line break at its end. After a 413 it closes the connection, because the rest of the body is not read. */
export function replyText(response: ServerResponse, status: number, text: string): void {
  const headers = {
    ...TEXT_HEADERS,
    'Cache-Control': 'no-store',
    ...(status === 413 && { Connection: 'close' }),
  }
  response.writeHead(status, headers).end(`${text}\n`)
}

export function replyJson(response: ServerResponse, value: unknown): void {
  const headers = {
    ...TEXT_HEADERS,
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
  }
  response.writeHead(200, headers).end(JSON.stringify(value))
}

/** Sends a media file. The response is cut if the window disconnects or the file can't be read to its end. */
export async function replyMedia(response: ServerResponse, media: MediaResponse): Promise<void> {
  // `same-site` would include the pages of other local servers, because a site includes all ports of a host.
  response.writeHead(media.status, { ...media.headers, 'Cross-Origin-Resource-Policy': 'same-origin' })
  if (!(media.body instanceof ReadableStream)) {
    response.end(media.body)
    return
  }
  // Errors of reading are logged where they occur.
  await pipeline(media.body, response).catch(() => {})
}
