import type { BufferedReader } from '../../downloads/formats/ByteSource.ts'
import { type Part, type PlanCopy } from './Metadata.ts'
import { addToComment } from './vorbisComment.ts'

const PAGE_HEADER_BYTES = 27
const MAX_SEGMENTS = 255
const MAX_SEGMENT_BYTES = 255
/** Headers of a stream are on its first pages. Files with longer headers, such as those with pictures, are copied unchanged. */
const MAX_HEADER_PAGES = 64
/** The kinds of streams: how the first packet and the comment begin, and how many header packets follow the first one. */
const KINDS = [
  { first: '\x01vorbis', comment: '\x03vorbis', packets: 2 },
  { first: 'OpusHead', comment: 'OpusTags', packets: 1 },
]

interface Page {
  start: number
  end: number
  header: Buffer
  /** Lengths of its segments. */
  segments: Buffer
}

/**
 * Adds entries to the comment of a Vorbis or Opus file (RFC 3533, RFC 7845). Its pages are numbered, so a file whose headers would need another
 * number of pages is copied unchanged.
 */
export const planOgg: PlanCopy = async (original, metadata) => {
  const first = await readPage(original, 0)
  if (!first) return null
  const begin = await original.read(first.end - sizeOf(first.segments), 8)
  const kind = KINDS.find(({ first: magic }) => begin.toString('latin1', 0, magic.length) === magic)
  if (!kind) return null
  const pages: Page[] = []
  const packets: Buffer[] = []
  let pending: Buffer[] = []
  for (let at = first.end; packets.length < kind.packets;) {
    const page = await readPage(original, at)
    // A page of another stream is not supported.
    if (!page || !page.header.subarray(14, 18).equals(first.header.subarray(14, 18))) return null
    if (pages.push(page) > MAX_HEADER_PAGES) return null
    let position = page.end - sizeOf(page.segments)
    for (const [index, length] of page.segments.entries()) {
      pending.push(await original.read(position, length))
      position += length
      if (length === MAX_SEGMENT_BYTES) continue
      packets.push(Buffer.concat(pending))
      pending = []
      // Headers end with their page, so that audio begins on a new one.
      if (packets.length === kind.packets && index < page.segments.length - 1) return null
    }
    at = page.end
  }
  const [comment, ...others] = packets
  const prefix = kind.comment.length
  if (comment?.toString('latin1', 0, prefix) !== kind.comment) return null
  const changed = addToComment(comment.subarray(prefix), metadata)
  if (!changed) return null
  const written = writePages(pages, [Buffer.concat([comment.subarray(0, prefix), changed]), ...others])
  const end = pages.at(-1)?.end
  if (!written || end === undefined) return null
  const parts: Part[] = [{ from: 0, to: first.end }, { bytes: written }, { from: end, to: original.size }]
  return parts
}

const sizeOf = (segments: Buffer): number => segments.reduce((sum, length) => sum + length, 0)

async function readPage(original: BufferedReader, start: number): Promise<Page | null> {
  const header = await original.read(start, PAGE_HEADER_BYTES)
  if (header.byteLength < PAGE_HEADER_BYTES || header.toString('latin1', 0, 5) !== 'OggS\0') return null
  const count = header.readUInt8(26)
  const segments = Buffer.from(await original.read(start + PAGE_HEADER_BYTES, count))
  const end = start + PAGE_HEADER_BYTES + count + sizeOf(segments)
  if (segments.byteLength < count || end > original.size) return null
  return { start, end, header: Buffer.from(header), segments }
}

/** Writes packets to as many pages as before; null if they don't fit. */
function writePages(pages: readonly Page[], packets: readonly Buffer[]): Buffer | null {
  const segments = packets.flatMap((packet) => {
    const full = Math.floor(packet.byteLength / MAX_SEGMENT_BYTES)
    return [...Array<number>(full).fill(MAX_SEGMENT_BYTES), packet.byteLength % MAX_SEGMENT_BYTES]
  })
  if (segments.length > pages.length * MAX_SEGMENTS || segments.length < pages.length) return null
  const content = Buffer.concat(packets)
  const written: Buffer[] = []
  let [at, position, isContinued] = [0, 0, false]
  for (const [index, { header }] of pages.entries()) {
    // Each later page has at least one segment.
    const count = Math.min(MAX_SEGMENTS, segments.length - at - (pages.length - 1 - index))
    const lengths = Buffer.from(segments.slice(at, at + count))
    const bytes = sizeOf(lengths)
    const endsPacket = lengths.some((length) => length < MAX_SEGMENT_BYTES)
    const page = Buffer.from(header)
    page.writeUInt8((page.readUInt8(5) & ~1) | (isContinued ? 1 : 0), 5)
    // The granule position is 0 for header pages, and -1 for a page on which no packet ends.
    page.fill(endsPacket ? 0 : 0xff, 6, 14)
    page.writeUInt32LE(0, 22)
    page.writeUInt8(count, 26)
    const whole = Buffer.concat([page, lengths, content.subarray(position, position + bytes)])
    whole.writeUInt32LE(checksum(whole), 22)
    written.push(whole)
    isContinued = lengths.at(-1) === MAX_SEGMENT_BYTES
    at += count
    position += bytes
  }
  return Buffer.concat(written)
}

/** The CRC-32 of each byte, with the polynomial of Ogg (RFC 3533 §6). */
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte << 24
  for (let bit = 0; bit < 8; bit++) remainder = (remainder << 1) ^ (remainder < 0 ? 0x04c1_1db7 : 0)
  return remainder >>> 0
})

const checksum = (bytes: Buffer): number => {
  let sum = 0
  for (const byte of bytes) sum = ((sum << 8) ^ (CRC_TABLE[((sum >>> 24) ^ byte) & 0xff] ?? 0)) >>> 0
  return sum
}
