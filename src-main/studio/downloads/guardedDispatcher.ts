import type { Dispatcher } from 'undici'
import type { Reach } from './Reach.ts'

/** Connections for result files: no credentials, no redirects of its own, and only to addresses within reach. */
export async function guardedDispatcher(reach: Reach): Promise<Dispatcher> {
  const { Agent } = await import('undici')
  return new Agent({
    connections: 8,
    headersTimeout: 0,
    bodyTimeout: 0,
    // Version 1.1 says how a body ends, so that a cut one is noticed.
    allowH2: false,
    connect: { timeout: 15_000, lookup: reach.lookup },
  })
}
