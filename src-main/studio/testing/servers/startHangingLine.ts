import { createServer, type ServerResponse } from 'node:http'
import { type Dispatcher, request as send } from 'undici'
import { listen } from './startHttp.ts'

export interface HangingLine extends AsyncDisposable {
  address: string
  /** Every request that arrived, as `GET /path`. */
  received: string[]
  /** Whether a request gets no response. Requests that already hang never get one. False by default. */
  hangs: (request: string) => boolean
  /** The number of hanging requests whose sender is still waiting. */
  hanging: () => number
}

/** A proxy in front of a service that can accept requests without ever responding, like an overloaded gateway. */
export async function startHangingLine(service: string, dispatcher: Dispatcher): Promise<HangingLine> {
  const hanging = new Set<ServerResponse>()
  const server = createServer((message, response) => {
    const chunks: Buffer[] = []
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.on('end', () => {
      const { method = 'GET', url = '' } = message
      line.received.push(`${method} ${url}`)
      if (line.hangs(`${method} ${url}`)) {
        hanging.add(response)
        response.on('close', () => hanging.delete(response))
        return
      }
      const { authorization = '', 'content-type': type = 'application/json' } = message.headers
      const body = Buffer.concat(chunks)
      const pass = async (): Promise<void> => {
        const { statusCode, body: responseBody } = await send(service + url, {
          dispatcher,
          method: method === 'POST' ? 'POST' : 'GET',
          headers: { authorization, 'content-type': type },
          ...(method === 'POST' && { body }),
        })
        response.writeHead(statusCode, { 'content-type': 'application/json' }).end(await responseBody.text())
      }
      pass().catch(() => response.destroy())
    })
  })
  const port = await listen(server)
  const line: HangingLine = {
    address: `http://127.0.0.1:${port}`,
    received: [],
    hangs: () => false,
    hanging: () => hanging.size,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return line
}
