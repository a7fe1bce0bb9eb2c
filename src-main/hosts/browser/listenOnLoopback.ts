import type { Server } from 'node:http'
import { errorCode } from '../shared/errorCode.ts'

const MOST_TRIES = 20

/**
 * Listens on a port of 127.0.0.1 and the same of ::1; port 0 takes one that is free on both. A browser may look for our name
 * at either, so that a port left to somebody else on ::1 would give them our cookie. Answers the port.
 * @throws Error `EADDRINUSE` when one of both is taken.
 */
export async function listenOnLoopback(v4: Server, v6: Server, port: number): Promise<number> {
  for (let tries = 1; ; tries++) {
    const taken = await listen(v4, port, '127.0.0.1')
    try {
      await listen(v6, taken, '::1')
      return taken
    } catch (error) {
      const code = errorCode(error)
      // Without IPv6 nobody else listens there either.
      if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') return taken
      await new Promise((resolve) => v4.close(resolve))
      if (code !== 'EADDRINUSE' || port !== 0 || tries === MOST_TRIES) throw error
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
