import { createServer, type ServerResponse } from 'node:http'
import { type Dispatcher, request as send } from 'undici'
import { listen } from './listen.ts'

export interface HangingLine extends AsyncDisposable {
  address: string
  /** Every request that arrived, as `GET /path`. */
  received: string[]
  /** Whether requests that fit get no response; those that already wait never get one. Initially none fits. */
  hangs: (request: string) => boolean
  /** Requests without a response whose sender still waits. */
  held: () => number
}

/** Stands before a service and can accept requests without ever answering them, as an overloaded gateway does. */
export async function startHangingLine(service: string, dispatcher: Dispatcher): Promise<HangingLine> {
  const held = new Set<ServerResponse>()
  const server = createServer((message, response) => {
    const chunks: Buffer[] = []
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.on('end', () => {
      const { method = 'GET', url = '' } = message
      line.received.push(`${method} ${url}`)
      if (line.hangs(`${method} ${url}`)) {
        held.add(response)
        response.on('close', () => held.delete(response))
        return
      }
      const { authorization = '', 'content-type': type = 'application/json' } = message.headers
      const body = Buffer.concat(chunks)
      const pass = async (): Promise<void> => {
        const { statusCode, body: answer } = await send(service + url, {
          dispatcher,
          method: method === 'POST' ? 'POST' : 'GET',
          headers: { authorization, 'content-type': type },
          ...(method === 'POST' && { body }),
        })
        response.writeHead(statusCode, { 'content-type': 'application/json' }).end(await answer.text())
      }
      pass().catch(() => response.destroy())
    })
  })
  const port = await listen(server)
  const line: HangingLine = {
    address: `http://127.0.0.1:${port}`,
    received: [],
    hangs: () => false,
    held: () => held.size,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return line
}
