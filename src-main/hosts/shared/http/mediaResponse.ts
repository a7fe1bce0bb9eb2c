import { constants, open, type FileHandle } from 'node:fs/promises'
import type { Media } from '../../../studio/library/assets/Media.ts'
import type { Studio } from '../../../studio/Studio.ts'
import type { MediaAddress } from './parseMediaAddress.ts'
import type { MediaPlace } from '../../../../src-preload/contract/bridge.ts'

type Bytes = Uint8Array<ArrayBuffer>

export interface MediaResponse {
  status: 200 | 206 | 404 | 416
  headers: Record<string, string>
  body: ReadableStream<Bytes> | Bytes | null
}

const NOT_FOUND: MediaResponse = {
  status: 404,
  headers: { 'Cache-Control': 'no-store', 'Content-Length': '0' },
  body: null,
}

interface Source {
  size: number
  read: (range: ByteRange) => ReadableStream<Bytes> | Bytes
  drop: () => Promise<void>
}

/** The response to a media request, with support for `Range`. The same in both hosts. */
export async function mediaResponse(
  find: Studio['media']['find'],
  address: MediaAddress | null,
  range: string | null | undefined,
  isHead = false,
): Promise<MediaResponse> {
  const media = address && (await find(address.place, address.id))
  const source = media && (await openSource(media))
  if (!source) return NOT_FOUND
  const part = parseRange(range, source.size)
  const headers = mediaHeaders(address.place, media.mime, media.fileName)
  if (part === 'unsatisfiable') {
    await source.drop()
    headers['Content-Range'] = `bytes */${source.size}`
    headers['Content-Length'] = '0'
    return { status: 416, headers, body: null }
  }
  const { start, end } = part ?? { start: 0, end: source.size - 1 }
  headers['Content-Length'] = `${end - start + 1}`
  if (part) headers['Content-Range'] = `bytes ${start}-${end}/${source.size}`
  const empty = isHead || source.size === 0
  if (empty) await source.drop()
  return { status: part ? 206 : 200, headers, body: empty ? null : source.read({ start, end }) }
}

/** Null if the file is missing. The size is that of the file, not of the database. */
async function openSource(media: Media): Promise<Source | null> {
  if ('data' in media) {
    const { data } = media
    return {
      size: data.byteLength,
      read: ({ start, end }) => Uint8Array.from(data.subarray(start, end + 1)),
      drop: async () => {},
    }
  }
  let handle: FileHandle
  try {
    // A symbolic link in the library may point to any file of this machine.
    handle = await open(media.path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
  } catch {
    return null
  }
  const found = await handle.stat()
  if (!found.isFile()) {
    await handle.close()
    return null
  }
  const { size } = found
  return { size, read: (range) => fileStream(handle, range), drop: () => handle.close() }
}

const CHUNK_BYTES = 256 * 1024

/**
 * Part of an open file as a stream that reads on demand and closes the file at its end, at an error and when cancelled; a player
 * that seeks cancels many streams.
 */
function fileStream(handle: FileHandle, range: ByteRange): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = range.start
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: async (controller) => {
        try {
          const chunk = new Uint8Array(Math.min(CHUNK_BYTES, range.end + 1 - at))
          const { bytesRead } = await handle.read(chunk, 0, chunk.byteLength, at)
          if (bytesRead === 0) throw new Error('The file ended early')
          at += bytesRead
          controller.enqueue(chunk.subarray(0, bytesRead))
          if (at > range.end) {
            await handle.close()
            controller.close()
          }
        } catch (error) {
          await handle.close().catch(() => {})
          controller.error(error)
        }
      },
      cancel: () => handle.close(),
    },
    { highWaterMark: 0 },
  )
}

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
function mediaHeaders(place: MediaPlace, mime: string, fileName?: string): Record<string, string> {
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

/** First and last byte, both inclusive. */
interface ByteRange {
  start: number
  end: number
}

/**
 * Parses a `Range` header for a body of `size` bytes (RFC 9110 §14.2): one range, `unsatisfiable`, or null
 * for the complete body: no header, another unit, several ranges, or an invalid header.
 */
export function parseRange(
  header: string | null | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  if (!match) return null
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return null
  if (start >= size) return 'unsatisfiable'
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}
