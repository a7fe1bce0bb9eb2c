import { pipeline } from 'node:stream/promises'
import type { ServerResponse } from 'node:http'
import type { MediaAnswer } from '../shared/answerMedia.ts'

const PLAIN = { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' }

/** A short sentence for a person or a log. The connection ends where the request was not read to its end. */
export function replyText(response: ServerResponse, status: number, text: string): void {
  const headers = { ...PLAIN, 'Cache-Control': 'no-store', ...(status === 413 && { Connection: 'close' }) }
  response.writeHead(status, headers).end(`${text}\n`)
}

export function replyJson(response: ServerResponse, value: unknown): void {
  const headers = { ...PLAIN, 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' }
  response.writeHead(200, headers).end(JSON.stringify(value))
}

/** Headers and body of a media file; a window that turns away half-way is no error. */
export async function replyMedia(response: ServerResponse, answer: MediaAnswer): Promise<void> {
  // Another port of this machine counts as the same site: it may not show our media either.
  response.writeHead(answer.status, { ...answer.headers, 'Cross-Origin-Resource-Policy': 'same-origin' })
  if (!(answer.body instanceof ReadableStream)) {
    response.end(answer.body)
    return
  }
  await pipeline(answer.body, response).catch(() => {})
}
