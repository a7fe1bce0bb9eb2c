import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SandboxClock } from '../options.ts'
import type { Reply } from './Reply.ts'

/** Sends a reply with its delay and simulated failure. A client that has disconnected is not an error. */
export async function writeReply(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
  clock: SandboxClock,
): Promise<void> {
  if (reply.delayMs) await clock.sleep(reply.delayMs)
  if (reply.transferFault === 'reset') {
    request.socket.resetAndDestroy()
    return
  }
  if (reply.transferFault === 'lost') {
    request.socket.destroy()
    return
  }
  const body = toBytes(reply)
  response.writeHead(reply.status, {
    ...(reply.body === undefined && reply.json !== undefined ? { 'content-type': 'application/json' } : {}),
    'content-length': String(body.length),
    ...reply.headers,
  })
  if (request.method === 'HEAD') {
    response.end()
    return
  }
  if (reply.transferFault === undefined) {
    response.end(body)
    return
  }
  const half = body.subarray(0, Math.floor(body.length / 2))
  response.write(half, () => {
    if (reply.transferFault === 'half') request.socket.destroy()
  })
}

function toBytes(reply: Reply): Uint8Array {
  if (reply.body !== undefined) return typeof reply.body === 'string' ? Buffer.from(reply.body) : reply.body
  return reply.json === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(reply.json))
}
