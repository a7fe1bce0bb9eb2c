import { createServer, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { listen } from './startHttp.ts'

export interface ProxyServer extends AsyncDisposable {
  port: number
  /** The `host:port` of each CONNECT request. */
  tunnels: string[]
  /** Every request that isn't a CONNECT. */
  requests: string[]
}

/**
 * An HTTP proxy on loopback that connects every name to a port of this computer. `respond` may answer a CONNECT itself instead, and then
 * returns true.
 */
export async function startProxy(
  targetPort: number,
  respond: (socket: Socket, request: IncomingMessage) => boolean = () => false,
): Promise<ProxyServer> {
  const tunnels: string[] = []
  const requests: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    response.writeHead(502).end()
  })
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
  })
  server.on('connect', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    tunnels.push(request.url ?? '')
    if (respond(socket, request)) return
    const upstream = connect(targetPort, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      upstream.write(head)
      upstream.pipe(socket).pipe(upstream)
    })
    sockets.add(upstream)
    upstream.on('error', () => socket.destroy())
    socket.on('error', () => upstream.destroy())
  })
  const port = await listen(server)
  return {
    port,
    tunnels,
    requests,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
