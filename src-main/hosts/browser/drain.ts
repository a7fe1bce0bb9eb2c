import type { IncomingMessage } from 'node:http'

/** Beyond this nobody waits: the connection is closed instead. */
const MOST_DROPPED = 64 * 2 ** 30

/** Reads what is left of a request and drops it; false where it did not come to its end. */
export function drain(request: IncomingMessage): Promise<boolean> {
  if (request.readableEnded) return Promise.resolve(true)
  return new Promise((resolve) => {
    let dropped = 0
    request.on('data', (part: Buffer) => {
      dropped += part.length
      if (dropped > MOST_DROPPED) resolve(false)
    })
    request.once('end', () => resolve(true))
    request.once('close', () => resolve(false))
    request.resume()
  })
}
