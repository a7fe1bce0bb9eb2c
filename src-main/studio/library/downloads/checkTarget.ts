import { isIP } from 'node:net'
import { addressClass } from './addressClass.ts'
import type { AllowedHosts } from './AllowedHosts.ts'

/** Why a URL is refused. */
export type TargetRefusal = 'not_a_url' | 'not_https' | 'credentials' | 'address'

/**
 * The parsed URL of a result, or why it is refused. Allowed are https, and http on this computer if the service is there too. Relative
 * URLs are resolved against `base`. Host names are checked when connecting.
 */
export async function checkTarget(
  text: string,
  base: string | null,
  allowedHosts: AllowedHosts,
): Promise<URL | TargetRefusal> {
  const url = URL.parse(text, base ?? undefined)
  if (!url) return 'not_a_url'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isLocal = host === 'localhost' || addressClass(host) === 'loopback'
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal && allowedHosts.isLocal))
    return 'not_https'
  if (url.username !== '' || url.password !== '') return 'credentials'
  if (isIP(host) !== 0 && !(await allowedHosts.allowedAddresses(host, [host])).has(host)) return 'address'
  return url
}
