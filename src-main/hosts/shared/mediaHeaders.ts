import type { MediaPlace } from '../../../src-preload/contract/bridge.ts'

/** Types that the window may show; all others are only saved. */
const SHOWN_TYPES = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/avif',
  'video/mp4',
  'video/webm',
  'audio/mpeg',
  'audio/wav',
  'audio/ogg',
  'audio/flac',
  'audio/mp4',
  'audio/aac',
  'audio/webm',
])

/** Headers against hostile files: our own content type, no sniffing, and no permissions if it is opened as a page. */
export function mediaHeaders(place: MediaPlace, mime: string, fileName?: string): Record<string, string> {
  const isShown = SHOWN_TYPES.has(mime)
  return {
    'Content-Type': isShown ? mime : 'application/octet-stream',
    ...(!isShown && { 'Content-Disposition': attachment(fileName) }),
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Accept-Ranges': 'bytes',
    // A file never changes under its id; a preview does.
    'Cache-Control':
      place === 'preview' || place === 'export' ? 'no-store' : 'private, max-age=31536000, immutable',
  }
}

/** Only plain names, because others need quoting. */
const attachment = (fileName: string | undefined): string =>
  fileName !== undefined && /^[\w.-]+$/.test(fileName) ? `attachment; filename="${fileName}"` : 'attachment'
