import type { BufferedReader } from './ByteSource.ts'

/** What the header of a container states. */
export interface ContainerFacts {
  hasVideo: boolean
  hasAudio: boolean
  width: number | null
  height: number | null
  /** Null if unknown. */
  durationMs: number | null
}

const NOTHING: ContainerFacts = {
  hasVideo: false,
  hasAudio: false,
  width: null,
  height: null,
  durationMs: null,
}

/** The header of an AVI file is near its beginning. */
const AVI_HEAD_BYTES = 1 << 16

/** The main header of an AVI file and the headers of its streams. */
export async function readAvi(bytes: BufferedReader): Promise<ContainerFacts> {
  const head = await bytes.read(0, AVI_HEAD_BYTES)
  const facts = { ...NOTHING }
  const main = head.indexOf('avih', 0, 'latin1')
  let mainMs = 0
  if (main >= 0 && main + 48 <= head.length) {
    mainMs = (head.readUInt32LE(main + 8) * head.readUInt32LE(main + 24)) / 1000
    facts.width = head.readUInt32LE(main + 40) || null
    facts.height = head.readUInt32LE(main + 44) || null
  }
  let longestMs = 0
  for (let at = head.indexOf('strh', 0, 'latin1'); at >= 0; at = head.indexOf('strh', at + 4, 'latin1')) {
    if (at + 44 > head.length) break
    const type = head.toString('latin1', at + 8, at + 12)
    if (type !== 'vids' && type !== 'auds') continue
    if (type === 'vids') facts.hasVideo = true
    else facts.hasAudio = true
    const [scale, rate, length] = [
      head.readUInt32LE(at + 28),
      head.readUInt32LE(at + 32),
      head.readUInt32LE(at + 40),
    ]
    if (rate > 0) longestMs = Math.max(longestMs, (length * scale * 1000) / rate)
  }
  return { ...facts, durationMs: longestMs || mainMs || null }
}

const ASF_FILE_PROPERTIES = Buffer.from('a1dcab8c47a9cf118ee400c00c205365', 'hex')
const ASF_STREAM_PROPERTIES = Buffer.from('9107dcb7b7a9cf118ee600c00c205365', 'hex')
const ASF_AUDIO = Buffer.from('409e69f84d5bcf11a8fd00805f5c442b', 'hex')
const ASF_VIDEO = Buffer.from('c0ef19bc4d5bcf11a8fd00805f5c442b', 'hex')

/** The objects in the header of a Windows Media file (ASF specification §3). */
export async function readAsf(bytes: BufferedReader): Promise<ContainerFacts> {
  const head = await bytes.read(0, 30)
  const facts = { ...NOTHING }
  if (head.length < 30) return facts
  const end = Math.min(Number(head.readBigUInt64LE(16)), bytes.size)
  for (let position = 30; position + 24 <= end;) {
    const object = await bytes.read(position, 128)
    if (object.length < 24) break
    const id = object.subarray(0, 16)
    if (id.equals(ASF_FILE_PROPERTIES) && object.length >= 92) {
      const isLive = (object.readUInt32LE(88) & 1) === 1
      const durationMs = Number(object.readBigUInt64LE(64)) / 10_000 - Number(object.readBigUInt64LE(80))
      if (!isLive && durationMs > 0) facts.durationMs = durationMs
    }
    if (id.equals(ASF_STREAM_PROPERTIES)) {
      const type = object.subarray(24, 40)
      facts.hasAudio ||= type.equals(ASF_AUDIO)
      if (type.equals(ASF_VIDEO) && object.length >= 86 && !facts.hasVideo) {
        facts.hasVideo = true
        facts.width = object.readUInt32LE(78) || null
        facts.height = object.readUInt32LE(82) || null
      }
    }
    const size = Number(object.readBigUInt64LE(16))
    if (size < 24) break
    position += size
  }
  return facts
}

/** How much of the start and the end of a program stream is searched for times. */
const MPEG_SEARCH_BYTES = 1 << 20
/** Ticks per second of a presentation time. */
const MPEG_RATE = 90_000
/** Frames per second by their code in a sequence header (ISO/IEC 13818-2 §6.3.3). */
const FRAME_RATES = [0, 24_000 / 1001, 24, 25, 30_000 / 1001, 30, 50, 60_000 / 1001, 60]

/** Streams and duration of an MPEG program stream, by the first and the last presentation time (ISO/IEC 13818-1 §2.4.3.6). */
export async function readMpeg(bytes: BufferedReader): Promise<ContainerFacts> {
  const facts = { ...NOTHING }
  const head = Buffer.from(await bytes.read(0, MPEG_SEARCH_BYTES))
  const start = Math.max(0, bytes.size - MPEG_SEARCH_BYTES)
  const tail = await bytes.read(start, bytes.size - start)
  const [first, last] = [presentationTimes(head), presentationTimes(tail)]
  facts.hasVideo = first.hasVideo || head.readUInt32BE(0) === 0x1b3
  facts.hasAudio = first.hasAudio
  const sequence = head.indexOf(Buffer.from([0, 0, 1, 0xb3]))
  if (sequence >= 0 && sequence + 7 < head.length) {
    facts.width = head.readUIntBE(sequence + 4, 3) >> 12 || null
    facts.height = head.readUIntBE(sequence + 4, 3) & 0xfff || null
  }
  if (first.min !== null && last.max !== null && last.max > first.min) {
    const frameRate = FRAME_RATES[(head[sequence + 7] ?? 0) & 15] ?? 0
    const rest = sequence >= 0 && frameRate > 0 ? (last.pictures * 1000) / frameRate : 0
    facts.durationMs = ((last.max - first.min) * 1000) / MPEG_RATE + rest
  }
  return facts
}

function presentationTimes(bytes: Buffer): {
  min: number | null
  max: number | null
  hasVideo: boolean
  hasAudio: boolean
  /** Pictures from the packet with the last time on. */
  pictures: number
} {
  const found = {
    min: Number.POSITIVE_INFINITY,
    max: Number.NEGATIVE_INFINITY,
    hasVideo: false,
    hasAudio: false,
    pictures: 0,
  }
  const prefix = Buffer.from([0, 0, 1])
  for (
    let at = bytes.indexOf(prefix);
    at >= 0 && at + 16 <= bytes.length;
    at = bytes.indexOf(prefix, at + 3)
  ) {
    const stream = bytes[at + 3] ?? 0
    if (stream === 0) found.pictures += 1
    const isVideo = stream >= 0xe0 && stream <= 0xef
    if (!isVideo && !(stream >= 0xc0 && stream <= 0xdf)) continue
    if (isVideo) found.hasVideo = true
    else found.hasAudio = true
    // MPEG-1 packets have stuffing and a buffer size before the time, MPEG-2 packets a header of a fixed form.
    let time = at + 6
    if (((bytes[time] ?? 0) & 0xc0) === 0x80) {
      if (((bytes[time + 1] ?? 0) & 0x80) === 0) continue
      time += 3
    } else {
      while (bytes[time] === 0xff) time += 1
      if (((bytes[time] ?? 0) & 0xc0) === 0x40) time += 2
    }
    if (time + 5 > bytes.length || ((bytes[time] ?? 0) & 0xe1) !== 0x21) continue
    const ticks =
      (((bytes[time] ?? 0) >> 1) & 7) * 2 ** 30 +
      (bytes.readUInt16BE(time + 1) >> 1) * 2 ** 15 +
      (bytes.readUInt16BE(time + 3) >> 1)
    if (ticks > found.max && isVideo) found.pictures = 0
    found.min = Math.min(found.min, ticks)
    found.max = Math.max(found.max, ticks)
  }
  const isFound = Number.isFinite(found.min)
  return { ...found, min: isFound ? found.min : null, max: isFound ? found.max : null }
}
