import type { MediaPlace } from '../../../src-preload/contract/bridge.ts'

/** What the window may show; everything else is bytes to save, never a document. */
const SHOWN = new Set([
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

/** Headers that keep a hostile file a file: our own type, no sniffing, and no rights should it become a page. */
export function mediaHeaders(place: MediaPlace, mime: string, fileName?: string): Record<string, string> {
  const shown = SHOWN.has(mime)
  return {
    'Content-Type': shown ? mime : 'application/octet-stream',
    ...(!shown && { 'Content-Disposition': attachment(fileName) }),
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Accept-Ranges': 'bytes',
    // A file never changes under its id; a preview does.
    'Cache-Control':
      place === 'preview' || place === 'export' ? 'no-store' : 'private, max-age=31536000, immutable',
  }
}

/** A name is given only where it is plain: it would have to be quoted otherwise. */
const attachment = (fileName: string | undefined): string =>
  fileName !== undefined && /^[\w.-]+$/.test(fileName) ? `attachment; filename="${fileName}"` : 'attachment'
