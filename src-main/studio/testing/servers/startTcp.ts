import { createServer, type Socket } from 'node:net'
import { listen } from './startHttp.ts'

export interface TcpServer extends AsyncDisposable {
  address: string
  port: number
  connections: () => number
  /** Everything that clients have sent over all connections. */
  sent: () => string
}

/** A TCP server on loopback, for responses that an HTTP server can't send; `onData` gets everything that a connection has sent so far. */
export const startTcp = async (onData: (socket: Socket, soFar: string) => void): Promise<TcpServer> => {
  const sockets = new Set<Socket>()
  let connections = 0
  let sent = ''
  const server = createServer((socket) => {
    connections++
    sockets.add(socket)
    let soFar = ''
    socket.on('error', () => sockets.delete(socket))
    socket.on('data', (chunk) => {
      soFar += chunk.toString('latin1')
      sent += chunk.toString('latin1')
      onData(socket, soFar)
    })
  })
  const port = await listen(server)
  return {
    port,
    address: `http://127.0.0.1:${port}`,
    connections: () => connections,
    sent: () => sent,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
