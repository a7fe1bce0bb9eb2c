import { isIP } from 'node:net'
import { mayDial } from './mayDial.ts'

/** Why an address is not fetched from. */
export type TargetRefusal = 'not_a_url' | 'not_https' | 'credentials' | 'address'

const isLoopbackName = (host: string): boolean =>
  host === 'localhost' || (isIP(host) !== 0 && mayDial(host, true) && !mayDial(host, false))

/** The parsed address of a result, or why it is refused: https, or http on loopback where allowed. Names are checked when dialled. */
export function checkTarget(
  text: string,
  base: URL | undefined,
  allowLoopback: boolean,
): URL | TargetRefusal {
  const url = URL.parse(text, base)
  if (!url) return 'not_a_url'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const plainAllowed = allowLoopback && isLoopbackName(host)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && plainAllowed)) return 'not_https'
  if (url.username !== '' || url.password !== '') return 'credentials'
  if (isIP(host) !== 0 && !mayDial(host, allowLoopback)) return 'address'
  return url
}
