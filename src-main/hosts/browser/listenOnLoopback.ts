import type { Server } from 'node:http'
import { errorCode } from '../shared/errorCode.ts'

const MAX_ATTEMPTS = 20

/**
 * Listens on the same port of 127.0.0.1 and ::1, and resolves to it. Port 0 takes one that is free on both. A browser may
 * use either address for our host name, so another server on ::1 could receive our cookie.
 * @throws Error `EADDRINUSE` when the port is taken on one of them.
 */
export async function listenOnLoopback(v4: Server, v6: Server, port: number): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const boundPort = await listen(v4, port, '127.0.0.1')
    try {
      await listen(v6, boundPort, '::1')
      return boundPort
    } catch (error) {
      const code = errorCode(error)
      // Without IPv6, no other server can listen there.
      if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') return boundPort
      await new Promise((resolve) => v4.close(resolve))
      if (code !== 'EADDRINUSE' || port !== 0 || attempt === MAX_ATTEMPTS) throw error
    }
  }
}

async function listen(server: Server, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const address = server.address()
  return address !== null && typeof address === 'object' ? address.port : 0
}
