import type { Server } from 'node:http'

/** Listens on 127.0.0.1 alone and answers the port. Rejects when it is taken. */
export async function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.keepAliveTimeout = 30_000
    server.on('clientError', (_error, socket) => {
      if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n')
    })
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      const place = server.address()
      resolve(typeof place === 'object' && place !== null ? place.port : 0)
    })
  })
}
