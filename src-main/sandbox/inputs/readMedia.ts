import { isRecord } from '../isRecord.ts'

type MediaFormat =
  | 'mp3'
  | 'aac'
  | 'ogg'
  | 'wav'
  | 'flac'
  | 'm4a'
  | 'mp4'
  | 'mov'
  | 'avi'
  | 'webm'
  | 'mpeg'
  | 'wmv'

/** Properties read from the content of an audio or video file. */
interface MediaInfo {
  kind: 'audio' | 'video'
  format: MediaFormat
  /** 0 when unknown; 5 for an MPEG video, whose headers are not read. */
  seconds: number
  /** Pixels; 0 for audio. A video of unknown size counts as 640×360. */
  width: number
  height: number
  hasAudio: boolean
  /** Only detected in audio files, and not in MP4, MOV and M4A. */
  isSilent: boolean
}

/** Reads format, duration and size of an upload; null when it is neither audio nor video, or its headers can't be read. */
export async function readMedia(upload: Uint8Array): Promise<MediaInfo | null> {
  const bytes = Buffer.from(upload.buffer, upload.byteOffset, upload.byteLength)
  const format = sniffMedia(bytes)
  if (format === null) return null
  try {
    if (format === 'mp4' || format === 'mov' || format === 'm4a') return readMp4Info(bytes, format)
    if (format === 'avi') return readAviInfo(bytes)
    if (format === 'mpeg') return { ...UNKNOWN, format, kind: 'video' }
    return await readMetadataInfo(bytes, format)
  } catch {
    return null
  }
}

/** Assumed for files of formats whose headers the sandbox can't read. */
const UNKNOWN = { seconds: 5, width: 640, height: 360, hasAudio: true, isSilent: false }

/** The size of a video, assumed if its headers state none. */
const videoSize = (width: number, height: number): Pick<MediaInfo, 'width' | 'height'> =>
  width > 0 && height > 0 ? { width, height } : { width: UNKNOWN.width, height: UNKNOWN.height }

function readMp4Info(bytes: Buffer, format: MediaFormat): MediaInfo {
  const { seconds, width, height, hasVideo, hasAudio } = readMp4(bytes)
  if (hasVideo)
    return { kind: 'video', format, seconds, ...videoSize(width, height), hasAudio, isSilent: false }
  return { kind: 'audio', format: 'm4a', seconds, width: 0, height: 0, hasAudio, isSilent: false }
}

/**
 * Reads the list of headers (`hdrl`): the main header has microseconds per frame, number of frames, width and height, and each stream
 * has a list with its own header. Throws when the file has no main header.
 */
function readAviInfo(bytes: Buffer): MediaInfo {
  const headerLists = findRiffLists(bytes.subarray(12), 'hdrl')
  const main = headerLists.flatMap(readRiffChunks).find(({ name }) => name === 'avih')?.body
  if (!main) throw new Error('No main header')
  const seconds = (main.readUInt32LE(0) * main.readUInt32LE(16)) / 1e6
  const size = videoSize(main.readUInt32LE(32), main.readUInt32LE(36))
  const streams = headerLists.flatMap((list) => findRiffLists(list, 'strl'))
  const hasAudio = streams
    .flatMap(readRiffChunks)
    .some(({ name, body }) => name === 'strh' && body.toString('latin1', 0, 4) === 'auds')
  return { kind: 'video', format: 'avi', seconds, ...size, hasAudio, isSilent: false }
}

/** The contents of the lists with this name among the chunks of one level. */
function findRiffLists(bytes: Buffer, listName: string): Buffer[] {
  return readRiffChunks(bytes)
    .filter(({ name, body }) => name === 'LIST' && body.toString('latin1', 0, 4) === listName)
    .map(({ body }) => body.subarray(4))
}

/** The chunks of one level of an AVI file. A truncated chunk contains the bytes up to the end of the file. */
function readRiffChunks(bytes: Buffer): Box[] {
  const found: Box[] = []
  for (let offset = 0; offset + 8 <= bytes.length;) {
    const size = bytes.readUInt32LE(offset + 4)
    const name = bytes.toString('latin1', offset, offset + 4)
    found.push({ name, body: bytes.subarray(offset + 8, offset + 8 + size) })
    // Chunks are padded to an even size.
    offset += 8 + size + (size % 2)
  }
  return found
}

async function readMetadataInfo(bytes: Buffer, format: MediaFormat): Promise<MediaInfo> {
  const { parseBuffer } = await import('music-metadata')
  const { format: found } = await parseBuffer(bytes, { mimeType: MIME[format] ?? '' }, { duration: true })
  const tracks = (found.trackInfo ?? []) satisfies unknown[]
  const videoTrack = tracks.filter(isRecord).find(({ video }) => isRecord(video))?.video
  const seconds = found.duration ?? 0
  if (format === 'wmv' || isRecord(videoTrack)) {
    const { pixelWidth, pixelHeight }: Record<string, unknown> = isRecord(videoTrack) ? videoTrack : {}
    return {
      kind: 'video',
      format,
      seconds,
      ...videoSize(Number(pixelWidth), Number(pixelHeight)),
      hasAudio: (found.numberOfChannels ?? 0) > 0,
      isSilent: false,
    }
  }
  return {
    kind: 'audio',
    format,
    seconds,
    width: 0,
    height: 0,
    hasAudio: true,
    isSilent: isProbablySilent(bytes, seconds),
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

/** The headers of a file take about this many bytes, and those of Vorbis more, with its codebooks. */
const HEADER_BYTES = 500
const VORBIS_HEADER_BYTES = 5000
/** The beginning of the Vorbis header with the codebooks. */
const VORBIS_SETUP = '\x05vorbis'

/** Compressed audio with fewer bytes per second is silent. */
const MIN_AUDIBLE_BYTES_PER_SECOND = 800
/** In silence, the two most frequent bytes have at least this share of all bytes. */
const SILENT_BYTE_SHARE = 0.7

/** Silence has very few bytes per second when compressed, or two byte values make up most of the file. */
function isProbablySilent(bytes: Buffer, seconds: number): boolean {
  const audioBytes = bytes.length - (bytes.includes(VORBIS_SETUP) ? VORBIS_HEADER_BYTES : HEADER_BYTES)
  if (seconds > 1 && audioBytes / seconds < MIN_AUDIBLE_BYTES_PER_SECOND) return true
  const counts = new Uint32Array(256)
  for (const byte of bytes) counts[byte] = counts[byte]! + 1
  const [first = 0, second = 0] = [...counts].sort((a, b) => b - a)
  return (first + second) / bytes.length > SILENT_BYTE_SHARE
}

/** The format of an audio or video file by its first bytes; null for anything else. */
function sniffMedia(bytes: Buffer): MediaFormat | null {
  const latin = bytes.toString('latin1', 0, 16)
  if (latin.startsWith('OggS')) return 'ogg'
  if (latin.startsWith('fLaC')) return 'flac'
  if (latin.startsWith('RIFF'))
    return latin.slice(8, 12) === 'WAVE' ? 'wav' : latin.slice(8, 11) === 'AVI' ? 'avi' : null
  if (latin.startsWith('\x1a\x45\xdf\xa3')) return 'webm'
  if (latin.startsWith('\x30\x26\xb2\x75')) return 'wmv'
  if (['\0\0\x01\xba', '\0\0\x01\xb3'].includes(latin.slice(0, 4))) return 'mpeg'
  if (latin.slice(4, 8) === 'ftyp') {
    return latin.slice(8, 11) === 'M4A' ? 'm4a' : latin.slice(8, 12) === 'qt  ' ? 'mov' : 'mp4'
  }
  return sniffMpegAudio(bytes, latin)
}

/** The first eleven bits of a frame are set. The layer distinguishes MP3 from AAC. */
function sniffMpegAudio(bytes: Buffer, latin: string): MediaFormat | null {
  if (latin.startsWith('ID3')) return 'mp3'
  const [first = 0, second = 0, third = 0] = bytes
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return null
  if ((second & 0xf6) === 0xf0) return 'aac'
  const isInvalid = (second & 0x18) === 8 || (second & 0x06) === 0 || third >> 4 === 15 || third >> 4 === 0
  return isInvalid ? null : 'mp3'
}

/** Properties read from the `moov` box of an MP4 or MOV file. */
interface Mp4Info {
  seconds: number
  /** Pixels; 0 without a video track and for one of unknown size. */
  width: number
  height: number
  hasVideo: boolean
  hasAudio: boolean
}

/** Reads duration, size and tracks from the `moov` box. Throws when the file has none. */
function readMp4(bytes: Buffer): Mp4Info {
  const info: Mp4Info = { seconds: 0, width: 0, height: 0, hasVideo: false, hasAudio: false }
  const movie = readBoxes(bytes).find(({ name }) => name === 'moov')
  if (!movie) throw new Error('No moov box')
  for (const { name, body } of readBoxes(movie.body)) {
    if (name === 'mvhd') {
      const is64Bit = body[0] === 1
      const ticks = is64Bit ? body.readBigUInt64BE(24) : BigInt(body.readUInt32BE(16))
      // All bits set mean an unknown duration.
      const isUnknown = ticks === (is64Bit ? 2n ** 64n : 2n ** 32n) - 1n
      const timescale = Math.max(1, body.readUInt32BE(is64Bit ? 20 : 12))
      info.seconds = isUnknown ? UNKNOWN.seconds : Number(ticks) / timescale
    }
    if (name === 'trak') readTrack(body, info)
  }
  return info
}

function readTrack(body: Buffer, info: Mp4Info): void {
  const children = readBoxes(body)
  const media = children.find(({ name }) => name === 'mdia')
  const handler = media && readBoxes(media.body).find(({ name }) => name === 'hdlr')
  const kind = handler?.body.toString('latin1', 8, 12)
  const track = children.find(({ name }) => name === 'tkhd')?.body
  if (kind === 'soun') info.hasAudio = true
  if (kind === 'vide') info.hasVideo = true
  if (kind === 'vide' && track) {
    info.width = track.readUInt32BE(track.length - 8) >>> 16
    info.height = track.readUInt32BE(track.length - 4) >>> 16
  }
}

/** A part of a file that consists of named parts: a box of MP4 or a chunk of AVI. */
interface Box {
  name: string
  body: Buffer
}

/** The boxes of one level, up to the first invalid one. */
export function readBoxes(bytes: Buffer): Box[] {
  const found: Box[] = []
  for (let offset = 0; offset + 8 <= bytes.length;) {
    const size32 = bytes.readUInt32BE(offset)
    const hasSize64 = size32 === 1 && offset + 16 <= bytes.length
    const size = hasSize64
      ? Number(bytes.readBigUInt64BE(offset + 8))
      : size32 === 0
        ? bytes.length - offset
        : size32
    if (size < 8) break
    const name = bytes.toString('latin1', offset + 4, offset + 8)
    found.push({ name, body: bytes.subarray(offset + (hasSize64 ? 16 : 8), offset + size) })
    offset += size
  }
  return found
}
