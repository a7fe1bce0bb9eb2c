import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { Server } from 'node:net'

export interface Received {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

export interface HttpServer extends AsyncDisposable {
  address: string
  /** Every request whose body arrived completely, in order. */
  received: Received[]
}

/** An HTTP server on loopback for a test; `respond` is called for each request after its body. */
export const startHttp = async (
  respond: (request: Received, response: ServerResponse) => void,
): Promise<HttpServer> => {
  const received: Received[] = []
  const server = createServer((message, response) => {
    const chunks: Buffer[] = []
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.on('end', () => {
      const { method = '', url = '', headers } = message
      const request = { method, url, headers, body: Buffer.concat(chunks).toString('latin1') }
      received.push(request)
      respond(request, response)
    })
  })
  const port = await listen(server)
  return {
    address: `http://127.0.0.1:${port}`,
    received,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Ends a response with JSON. */
export const sendJson = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** Starts a server on a free port of 127.0.0.1 and returns the port. */
export const listen = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return address.port
}
