import { isRecord } from '../isRecord.ts'
import { type MediaFormat, sniffMedia } from './sniffMedia.ts'
import { readMp4 } from './readMp4.ts'

/** What a sound or video file is by its bytes. */
export interface MediaHead {
  kind: 'audio' | 'video'
  format: MediaFormat
  /** 0 when the file does not say. */
  seconds: number
  /** Pixels; 0 for sound, and for video that does not say. */
  width: number
  height: number
  sound: boolean
  silent: boolean
}

/** Reads format, length and size of an upload; null for what is no sound and no video. */
export async function readMedia(given: Uint8Array): Promise<MediaHead | null> {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  const format = sniffMedia(bytes)
  if (format === null) return null
  try {
    if (format === 'mp4' || format === 'mov' || format === 'm4a') return fromMp4(bytes, format)
    if (format === 'avi') return fromAvi(bytes)
    if (format === 'mpeg') return { ...UNSAID, format, kind: 'video' }
    return await fromMetadata(bytes, format)
  } catch {
    return null
  }
}

/** Files whose headers the sandbox does not read pass as a short small clip. */
const UNSAID = { seconds: 5, width: 640, height: 360, sound: true, silent: false }

function fromMp4(bytes: Buffer, format: MediaFormat): MediaHead {
  const { seconds, width, height, sound } = readMp4(bytes)
  if (width > 0) return { kind: 'video', format, seconds, width, height, sound, silent: false }
  return { kind: 'audio', format: 'm4a', seconds, width: 0, height: 0, sound, silent: false }
}

/** The main header: microseconds a picture, how many pictures, width and height. */
function fromAvi(bytes: Buffer): MediaHead {
  const at = bytes.indexOf('avih', 0, 'latin1') + 8
  const seconds = (bytes.readUInt32LE(at) * bytes.readUInt32LE(at + 16)) / 1e6
  const size = { width: bytes.readUInt32LE(at + 32), height: bytes.readUInt32LE(at + 36) }
  return { kind: 'video', format: 'avi', seconds, ...size, sound: bytes.includes('auds'), silent: false }
}

async function fromMetadata(bytes: Buffer, format: MediaFormat): Promise<MediaHead> {
  const { parseBuffer } = await import('music-metadata')
  const { format: found } = await parseBuffer(bytes, { mimeType: MIME[format] ?? '' }, { duration: true })
  const tracks = (found.trackInfo ?? []) satisfies unknown[]
  const pictures = tracks.filter(isRecord).find(({ video }) => isRecord(video))?.video
  const seconds = found.duration ?? 0
  if (format === 'wmv' || isRecord(pictures)) {
    const { pixelWidth, pixelHeight }: Record<string, unknown> = isRecord(pictures) ? pictures : {}
    const size = { width: Number(pixelWidth ?? UNSAID.width), height: Number(pixelHeight ?? UNSAID.height) }
    return {
      kind: 'video',
      format,
      seconds,
      ...size,
      sound: (found.numberOfChannels ?? 0) > 0,
      silent: false,
    }
  }
  return {
    kind: 'audio',
    format,
    seconds,
    width: 0,
    height: 0,
    sound: true,
    silent: isSilent(bytes, seconds),
  }
}

const MIME: Partial<Record<MediaFormat, string>> = {
  mp3: 'audio/mpeg',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  webm: 'video/webm',
  wmv: 'video/x-ms-asf',
}

/** Bytes that headers and code books may take. */
const HEADERS = 5000

/** Silence compresses to next to nothing: hardly any bytes, or nearly all of them alike. */
function isSilent(bytes: Buffer, seconds: number): boolean {
  if (seconds > 1 && (bytes.length - HEADERS) / seconds < 800) return true
  const counts = new Uint32Array(256)
  for (const byte of bytes) counts[byte] = counts[byte]! + 1
  const [first = 0, second = 0] = [...counts].sort((a, b) => b - a)
  return (first + second) / bytes.length > 0.86
}
