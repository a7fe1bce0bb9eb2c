import { parseMediaRef, type MediaRef } from '../../shared/http/createMediaResponse.ts'
import type { RendererFile } from '../../shared/http/rendererFiles.ts'

/** The only origin that the window is loaded from. */
export const APP_HOST = 'studio'
export const APP_ORIGIN = `app://${APP_HOST}`

/** Whether a URL is our own page. It is parsed, because a prefix comparison would accept `app://studio.evil`. */
export function isOurPage(url: string): boolean {
  const parsed = URL.parse(url)
  return parsed?.protocol === 'app:' && parsed.host === APP_HOST && !parsed.username && !parsed.password
}

/** Parses `media://<kind>/<id>?v=…`; null if it is invalid. */
export function parseMediaUrl(url: string): MediaRef | null {
  const parsed = URL.parse(url)
  if (parsed?.protocol !== 'media:' || parsed.username || parsed.password) return null
  return parseMediaRef(parsed.host, parsed.pathname.slice(1))
}

/** The window's file at an `app:` URL, or null. URLs are looked up in the list, never joined to a folder. */
export function findAppFile(url: string, files: ReadonlyMap<string, RendererFile>): RendererFile | null {
  return isOurPage(url) ? (files.get(new URL(url).pathname) ?? null) : null
}
