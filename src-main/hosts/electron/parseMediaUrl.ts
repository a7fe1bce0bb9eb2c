import { parseMediaAddress, type MediaAddress } from '../shared/parseMediaAddress.ts'

/** The place and id of `media://<place>/<id>?v=…`, or null. */
export function parseMediaUrl(address: string): MediaAddress | null {
  const url = URL.parse(address)
  if (url?.protocol !== 'media:' || url.username || url.password) return null
  return parseMediaAddress(url.host, url.pathname.slice(1))
}
