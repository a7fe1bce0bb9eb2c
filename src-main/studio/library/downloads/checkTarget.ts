import { isIP } from 'node:net'
import { addressClass } from './addressClass.ts'
import type { Reach } from './Reach.ts'

/** Why an address is not downloaded from. */
export type TargetRefusal = 'not_a_url' | 'not_https' | 'credentials' | 'address'

/**
 * The parsed address of a result, or why it is refused. Allowed are https, and http on this machine for a service that is there
 * too. `base` is for relative addresses. Names are checked at the connection.
 */
export async function checkTarget(
  text: string,
  base: string | null,
  reach: Reach,
): Promise<URL | TargetRefusal> {
  const url = URL.parse(text, base ?? undefined)
  if (!url) return 'not_a_url'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isLocal = host === 'localhost' || addressClass(host) === 'loopback'
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal && reach.isLocal)) return 'not_https'
  if (url.username !== '' || url.password !== '') return 'credentials'
  if (isIP(host) !== 0 && !(await reach.dialable(host, [host])).has(host)) return 'address'
  return url
}
