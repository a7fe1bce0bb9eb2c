import type { ByteWindow } from './ByteWindow.ts'
import { type Check, MAX_PARTS } from './Completeness.ts'

/** No frame of common audio files is longer. */
const MAX_FRAME = 1 << 21
/** Places that look like the last frame and are tried. */
const MAX_TRIES = 16

interface StreamInfo {
  blockSize: number
  /** 0: not told. */
  samples: number
  /** Where the frames begin. */
  frames: number
}

/** Frames (RFC 9639 §9) don't tell their length: the last one is found from the end, by its checksum, and tells how far the audio goes. */
export const flacCompleteness: Check = async (bytes) => {
  const info = await streamInfo(bytes)
  if (info === null) return 'cut'
  const end = await endOfSound(bytes)
  const start = Math.max(info.frames, end - MAX_FRAME)
  const tail = await bytes.at(start, end - start)
  let tries = 0
  for (let at = lastSync(tail, tail.length); at >= 0 && tries < MAX_TRIES; at = lastSync(tail, at)) {
    const reached = reachOf(tail.subarray(at), info.blockSize)
    if (reached === null) continue
    tries += 1
    if (checksum(tail.subarray(at), 16, 0x8005) !== 0) continue
    if (info.samples === 0) return 'unknown'
    return reached >= info.samples ? 'whole' : 'cut'
  }
  return 'cut'
}

/** The metadata blocks (§8); null where they end too early. */
async function streamInfo(bytes: ByteWindow): Promise<StreamInfo | null> {
  const info = await bytes.at(8, 18)
  if (info.length < 18) return null
  const samples = (info.readUInt8(13) & 15) * 2 ** 32 + info.readUInt32BE(14)
  let at = 4
  for (let parts = 0; parts < MAX_PARTS; parts++) {
    const head = await bytes.at(at, 4)
    if (head.length < 4) return null
    at += 4 + head.readUIntBE(1, 3)
    if (at > bytes.size) return null
    if (head.readUInt8(0) & 0x80) return { blockSize: info.readUInt16BE(0), samples, frames: at }
  }
  return null
}

/** Some programs append an ID3v1 tag. */
async function endOfSound(bytes: ByteWindow): Promise<number> {
  const tag = await bytes.at(Math.max(0, bytes.size - 128), 3)
  return tag.toString('latin1') === 'TAG' ? bytes.size - 128 : bytes.size
}

/** The last place before `end` where a frame may begin; -1 where there is none. */
function lastSync(tail: Buffer, end: number): number {
  for (let at = end === 0 ? -1 : tail.lastIndexOf(0xff, end - 1); at >= 0;) {
    if (((tail[at + 1] ?? 0) & 0xfe) === 0xf8) return at
    at = at === 0 ? -1 : tail.lastIndexOf(0xff, at - 1)
  }
  return -1
}

/** Samples up to the end of the frame that begins here (§9.1); null where none does. */
function reachOf(frame: Buffer, fixedSize: number): number | null {
  const code = (frame[2] ?? 0) >> 4
  const lead = frame[4] ?? 0
  // Coded as in UTF-8, of up to 36 bits.
  const extra = lead < 0x80 ? 0 : Math.clz32(~(lead << 24)) - 1
  let number = extra === 0 ? lead : lead & (0x3f >> extra)
  for (const byte of frame.subarray(5, 5 + extra)) number = number * 64 + (byte & 0x3f)
  let at = 5 + extra
  let size = code === 1 ? 192 : code < 6 ? 576 << (code - 2) : 256 << (code - 8)
  if (code === 6) size = (frame[at++] ?? 0) + 1
  if (code === 7) {
    size = (frame[at] ?? 0) * 256 + (frame[at + 1] ?? 0) + 1
    at += 2
  }
  const rate = (frame[2] ?? 0) & 15
  at += rate === 12 ? 1 : rate === 13 || rate === 14 ? 2 : 0
  if (code === 0 || rate === 15 || at + 3 > frame.length) return null
  if (checksum(frame.subarray(0, at + 1), 8, 0x07) !== 0) return null
  const isBySample = ((frame[1] ?? 0) & 1) === 1
  return (isBySample ? number : number * fixedSize) + size
}

/** A cyclic checksum; 0 over bytes that end with their own. */
function checksum(bytes: Buffer, bits: 8 | 16, polynomial: number): number {
  const steps = tableOf(bits, polynomial)
  const mask = bits === 8 ? 0xff : 0xffff
  let sum = 0
  for (const byte of bytes) sum = ((sum << 8) ^ (steps[((sum >> (bits - 8)) ^ byte) & 255] ?? 0)) & mask
  return sum
}

const tables = new Map<number, Uint16Array>()

function tableOf(bits: 8 | 16, polynomial: number): Uint16Array {
  const known = tables.get(bits)
  if (known) return known
  const top = 1 << (bits - 1)
  const made = Uint16Array.from({ length: 256 }, (_, index) => {
    let value = index << (bits - 8)
    for (let bit = 0; bit < 8; bit++) value = value & top ? (value << 1) ^ polynomial : value << 1
    return value & (bits === 8 ? 0xff : 0xffff)
  })
  tables.set(bits, made)
  return made
}
