import type { Dispatcher } from 'undici'
import type { AllowedHosts } from './AllowedHosts.ts'

/** HTTP dispatcher for result files: no credentials, no automatic redirects, and only allowed addresses. */
export async function guardedDispatcher(allowedHosts: AllowedHosts): Promise<Dispatcher> {
  const { Agent } = await import('undici')
  return new Agent({
    connections: 8,
    headersTimeout: 0,
    bodyTimeout: 0,
    // With HTTP/1.1 a truncated body can be detected.
    allowH2: false,
    connect: { timeout: 15_000, lookup: allowedHosts.lookup },
  })
}
