import { parseMediaAddress, type MediaAddress } from '../../shared/http/parseMediaAddress.ts'
import type { RendererFile } from '../../shared/http/listRendererFiles.ts'

/** The only origin that the window is loaded from. */
export const APP_HOST = 'studio'
export const APP_ORIGIN = `app://${APP_HOST}`

/** Whether a URL is our own page. It is parsed, because a prefix comparison would accept `app://studio.evil`. */
export function isOurPage(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === 'app:' && url.host === APP_HOST && !url.username && !url.password
}

/** The place and id of `media://<place>/<id>?v=…`, or null. */
export function parseMediaUrl(address: string): MediaAddress | null {
  const url = URL.parse(address)
  if (url?.protocol !== 'media:' || url.username || url.password) return null
  return parseMediaAddress(url.host, url.pathname.slice(1))
}

/** The window's file at an `app:` URL, or null. URLs are looked up in the list, never joined to a folder. */
export function findAppFile(address: string, files: ReadonlyMap<string, RendererFile>): RendererFile | null {
  return isOurPage(address) ? (files.get(new URL(address).pathname) ?? null) : null
}
