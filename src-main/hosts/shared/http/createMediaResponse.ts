import { constants, open, type FileHandle } from 'node:fs/promises'
import type { StoredMedia } from '../../../studio/library/assets/media.ts'
import { isMissing } from '../../../studio/storage/files/storageError.ts'
import type { Studio } from '../../../studio/Studio.ts'
import type { Log } from '../../../studio/world.ts'
import type { MediaKind } from '../../../../src-preload/contract/bridge.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** The HTTP response to a request for a media file. */
export interface MediaResponse {
  status: 200 | 204 | 206 | 404 | 416
  headers: Record<string, string>
  body: ReadableStream<Bytes> | Bytes | null
}

const NOT_FOUND: MediaResponse = {
  status: 404,
  headers: { 'Cache-Control': 'no-store', 'Content-Length': '0' },
  body: null,
}

/** Previews exist only while a job runs, so it is not an error if one is gone when the window requests it. */
const NO_PREVIEW: MediaResponse = { status: 204, headers: { 'Cache-Control': 'no-store' }, body: null }

/** A media file that is open for reading. */
interface OpenMedia {
  size: number
  read: (range: ByteRange) => ReadableStream<Bytes> | Bytes
  close: () => Promise<void>
}

interface MediaSource {
  find: Studio['media']['find']
  log: Pick<Log, 'warn'>
}

/** Creates the response to a media request in both hosts, with support for `Range`. Errors of reading the file are logged. */
export async function createMediaResponse(
  { find, log }: MediaSource,
  ref: MediaRef | null,
  range: string | null | undefined,
  isHead = false,
): Promise<MediaResponse> {
  if (!ref) return NOT_FOUND
  const onReadError = (error: unknown): void =>
    log.warn('A media file could not be read', { kind: ref.kind, id: ref.id, error })
  const media = await find(ref.kind, ref.id).catch((error: unknown) => {
    onReadError(error)
    return null
  })
  if (media && 'open' in media) {
    const { 'Accept-Ranges': _, ...headers } = buildHeaders(ref.kind, media.mime, media.fileName)
    return { status: 200, headers, body: isHead ? null : media.open() }
  }
  const openedMedia = media && (await openMedia(media, onReadError))
  if (!openedMedia) return ref.kind === 'preview' ? NO_PREVIEW : NOT_FOUND
  const byteRange = parseRange(range, openedMedia.size)
  const headers = buildHeaders(ref.kind, media.mime, media.fileName)
  if (byteRange === 'unsatisfiable') {
    await openedMedia.close()
    headers['Content-Range'] = `bytes */${openedMedia.size}`
    headers['Content-Length'] = '0'
    return { status: 416, headers, body: null }
  }
  const { start, end } = byteRange ?? { start: 0, end: openedMedia.size - 1 }
  headers['Content-Length'] = `${end - start + 1}`
  if (byteRange) headers['Content-Range'] = `bytes ${start}-${end}/${openedMedia.size}`
  const hasBody = !isHead && openedMedia.size > 0
  if (!hasBody) await openedMedia.close()
  return { status: byteRange ? 206 : 200, headers, body: hasBody ? openedMedia.read({ start, end }) : null }
}

/** Null if the file is missing or can't be opened. The size is read from the file, because it may differ from the one in the database. */
async function openMedia(
  media: StoredMedia,
  onReadError: (error: unknown) => void,
): Promise<OpenMedia | null> {
  if ('data' in media) {
    const { data } = media
    return {
      size: data.byteLength,
      read: ({ start, end }) => Uint8Array.from(data.subarray(start, end + 1)),
      close: async () => {},
    }
  }
  let handle: FileHandle | undefined
  try {
    // Symbolic links are rejected where the system supports that, because one in the library could point to any file of this computer.
    handle = await open(media.path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
    const stats = await handle.stat()
    if (stats.isFile()) return toOpenMedia(handle, stats.size, onReadError)
  } catch (error) {
    if (!isMissing(error)) onReadError(error)
  }
  await handle?.close()
  return null
}

const toOpenMedia = (handle: FileHandle, size: number, onReadError: (error: unknown) => void): OpenMedia => ({
  size,
  read: (range) => createFileStream(handle, range, onReadError),
  close: () => handle.close(),
})

const CHUNK_BYTES = 256 * 1024

/**
 * Streams a range of an open file on demand. Closes the file at the end, on an error and when cancelled, because a player that
 * seeks cancels many streams.
 */
function createFileStream(
  handle: FileHandle,
  range: ByteRange,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let position = range.start
  let isCancelled = false
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: async (controller) => {
        try {
          const chunk = new Uint8Array(Math.min(CHUNK_BYTES, range.end + 1 - position))
          const { bytesRead } = await handle.read(chunk, 0, chunk.byteLength, position)
          if (bytesRead === 0) throw new Error('The file ended early')
          position += bytesRead
          controller.enqueue(chunk.subarray(0, bytesRead))
          if (position > range.end) {
            await handle.close()
            controller.close()
          }
        } catch (error) {
          // After a cancel, `enqueue` throws.
          if (isCancelled) return
          onError(error)
          await handle.close().catch(() => {})
          controller.error(error)
        }
      },
      cancel: () => {
        isCancelled = true
        return handle.close()
      },
    },
    { highWaterMark: 0 },
  )
}

/** Types that a browser may display; all others are only downloaded. */
const INLINE_TYPES = new Set([
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

/** Headers that protect against malicious files: our own content type, no sniffing, and no permissions if one is opened as a page. */
function buildHeaders(kind: MediaKind, mime: string, fileName?: string): Record<string, string> {
  const isInline = INLINE_TYPES.has(mime)
  return {
    'Content-Type': isInline ? mime : 'application/octet-stream',
    ...(!isInline && { 'Content-Disposition': formatContentDisposition(fileName) }),
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Accept-Ranges': 'bytes',
    // A file never changes under its id. Previews and copies do, and exports are deleted after an hour.
    'Cache-Control':
      kind === 'preview' || kind === 'export' || kind === 'copy'
        ? 'no-store'
        : 'private, max-age=31536000, immutable',
  }
}

/** Includes the name only if it needs no quoting. */
const formatContentDisposition = (fileName: string | undefined): string =>
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

/** Identifies a media file by its kind and id. */
export interface MediaRef {
  kind: MediaKind
  id: string
}

const MEDIA_KINDS: readonly MediaKind[] = ['asset', 'copy', 'thumb', 'preview', 'export']
const ID = /^[A-Za-z0-9_-]{1,64}$/

/** Checks a kind and an id; null if either is invalid. Media is only found by id, so that no URL can become a path. */
export function parseMediaRef(kind: unknown, id: unknown): MediaRef | null {
  const knownKind = MEDIA_KINDS.find((name) => name === kind)
  return knownKind && typeof id === 'string' && ID.test(id) ? { kind: knownKind, id } : null
}
