import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import type { Dispatcher } from 'undici'
import { mayDial } from './mayDial.ts'

export const ADDRESS_REFUSED = 'EASEL_ADDRESS_REFUSED'

type Resolve = (
  hostname: string,
  options: { all: true; family?: number },
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void

/** A lookup that gives only addresses that may be dialled, so that no name can lead elsewhere between check and connection. */
export function guardedLookup(allowLoopback: boolean, resolve: Resolve = systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      const allowed = addresses.filter(({ address }) => mayDial(address, allowLoopback))
      const [first] = allowed
      if (!first) {
        return callback(Object.assign(new Error('Address refused'), { code: ADDRESS_REFUSED }), [])
      }
      return options.all ? callback(null, allowed) : callback(null, first.address, first.family)
    })
  }
}

/** Connections for result files: no credentials, no redirects of its own, no private addresses. */
export async function guardedDispatcher(allowLoopback: boolean): Promise<Dispatcher> {
  const { Agent } = await import('undici')
  return new Agent({
    connections: 8,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: 15_000, lookup: guardedLookup(allowLoopback) },
  })
}
