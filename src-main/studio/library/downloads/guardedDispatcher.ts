import type { Dispatcher } from 'undici'
import type { Reach } from './Reach.ts'

/** HTTP dispatcher for result files: no credentials, no automatic redirects, and only allowed addresses. */
export async function guardedDispatcher(reach: Reach): Promise<Dispatcher> {
  const { Agent } = await import('undici')
  return new Agent({
    connections: 8,
    headersTimeout: 0,
    bodyTimeout: 0,
    // HTTP/1.1 says how a body ends, so that a truncated one is noticed.
    allowH2: false,
    connect: { timeout: 15_000, lookup: reach.lookup },
  })
}
