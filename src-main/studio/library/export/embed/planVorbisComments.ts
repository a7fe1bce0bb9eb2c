import type { BufferedReader } from '../../downloads/formats/ByteSource.ts'
import { type Part, type PlanCopy, MAX_CHUNKS, type Metadata } from './Metadata.ts'

const PAGE_HEADER_BYTES = 27
const MAX_SEGMENTS = 255
const MAX_SEGMENT_BYTES = 255
/** Headers of a stream are on its first pages. Files with longer headers, such as those with images, are copied unchanged. */
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

const COMMENT = 4
const MAX_BLOCK_BYTES = 0xff_ffff
const LAST = 0x80

/** Adds entries to the comment of a FLAC file, or a comment after the first block if there is none (RFC 9639 §8). */
export const planFlac: PlanCopy = async (original, metadata) => {
  if ((await original.read(0, 4)).toString('latin1') !== 'fLaC') return null
  let old: { from: number; to: number } | null = null
  let [position, isLast, firstEnd] = [4, false, 0]
  let lastStart = 0
  for (let count = 0; !isLast; count++) {
    const head = await original.read(position, 4)
    if (head.byteLength < 4 || count === MAX_CHUNKS) return null
    isLast = (head.readUInt8(0) & LAST) !== 0
    const [type, end] = [head.readUInt8(0) & 0x7f, position + 4 + head.readUIntBE(1, 3)]
    if (end > original.size) return null
    if (type === COMMENT) old = { from: position, to: end }
    if (count === 0) firstEnd = end
    lastStart = position
    position = end
  }
  const at = old ?? { from: firstEnd, to: firstEnd }
  const before = old ? await original.read(old.from + 4, old.to - old.from - 4) : emptyComment('Easel')
  const comment = addToComment(before, metadata)
  if (!comment || comment.byteLength > MAX_BLOCK_BYTES) return null
  // A comment is the last block if it replaces the last one, or if it follows the only one.
  const isLastBlock = old ? old.from === lastStart : lastStart === 4
  const head = Buffer.alloc(4)
  head.writeUInt8(COMMENT | (isLastBlock ? LAST : 0), 0)
  head.writeUIntBE(comment.byteLength, 1, 3)
  const first = Buffer.from(await original.read(4, 1))
  if (!old && isLastBlock) first.writeUInt8(first.readUInt8(0) & 0x7f, 0)
  return [
    { from: 0, to: 4 },
    { bytes: first },
    { from: 5, to: at.from },
    { bytes: Buffer.concat([head, comment]) },
    { from: at.to, to: original.size },
  ]
}

/** Existing entries that the added ones would contradict. */
const CONFLICTING_ENTRIES = /^(comment|description|parameters|xmp|easel_parameters)=/i

/**
 * Adds entries to a Vorbis comment (vendor, number of entries, entries; all with 32-bit lengths). Null if it is not valid or already has
 * conflicting entries.
 */
function addToComment(comment: Buffer, metadata: Metadata): Buffer | null {
  const old = readComment(comment)
  if (!old || old.entries.some((entry) => CONFLICTING_ENTRIES.test(entry))) return null
  const hasTitle = old.entries.some((entry) => /^title=/i.test(entry))
  const entries = [
    ...(hasTitle ? [] : [`TITLE=${metadata.title}`]),
    `COMMENT=${metadata.parameters}`,
    `XMP=${metadata.xmp}`,
  ].map((entry) => withLength(Buffer.from(entry)))
  const count = Buffer.alloc(4)
  count.writeUInt32LE(old.entries.length + entries.length)
  return Buffer.concat([
    comment.subarray(0, old.start),
    count,
    comment.subarray(old.start + 4, old.end),
    ...entries,
    comment.subarray(old.end),
  ])
}

/** A comment without entries. */
const emptyComment = (vendor: string): Buffer =>
  Buffer.concat([withLength(Buffer.from(vendor)), Buffer.alloc(4)])

/** `start`: the offset of the number of entries; `end`: the offset at which the entries end. */
function readComment(bytes: Buffer): { entries: string[]; start: number; end: number } | null {
  if (bytes.byteLength < 8) return null
  const start = 4 + bytes.readUInt32LE(0)
  if (start + 4 > bytes.byteLength) return null
  const count = bytes.readUInt32LE(start)
  const entries: string[] = []
  let at = start + 4
  for (let index = 0; index < count; index++) {
    if (at + 4 > bytes.byteLength) return null
    const end = at + 4 + bytes.readUInt32LE(at)
    if (end > bytes.byteLength) return null
    entries.push(bytes.toString('utf8', at + 4, Math.min(end, at + 44)))
    at = end
  }
  return { entries, start, end: at }
}

function withLength(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(bytes.byteLength)
  return Buffer.concat([length, bytes])
}
