import type { ByteSource } from './ByteSource.ts'
import type { Format } from './sniff.ts'

const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex')
const JPEG_END = Buffer.from([0xff, 0xd9])
const STREAMED = new Set([0, 0xffff_ffff])

/** Some programs append data of their own after the end. */
async function endsWith(source: ByteSource, end: Buffer): Promise<boolean> {
  const tail = await source.read(Math.max(0, source.size - 65_536), 65_536)
  return tail.includes(end)
}

async function riffIsCut(source: ByteSource): Promise<boolean> {
  const head = await source.read(0, 8)
  if (head.length < 8) return true
  const size = head.readUInt32LE(4)
  return !STREAMED.has(size) && size + 8 > source.size
}

/** Walks the outermost boxes; `needed` are those without which there is nothing to show. */
async function boxIsCut(source: ByteSource, needed: string[]): Promise<boolean> {
  const seen = new Set<string>()
  for (let at = 0; at < source.size;) {
    const head = await source.read(at, 16)
    if (head.length < 8) return true
    seen.add(head.toString('latin1', 4, 8))
    const short = head.readUInt32BE(0)
    if (short === 0) break
    if (short === 1 && head.length < 16) return true
    const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short
    if (size < 8) return true
    at += size
    if (at > source.size) return true
  }
  return needed.some((type) => !seen.has(type))
}

const checks: Partial<Record<Format, (source: ByteSource) => Promise<boolean>>> = {
  png: async (source) => !(await endsWith(source, PNG_END)),
  jpg: async (source) => !(await endsWith(source, JPEG_END)),
  webp: riffIsCut,
  wav: riffIsCut,
  avif: (source) => boxIsCut(source, ['meta', 'mdat']),
  mp4: (source) => boxIsCut(source, ['moov', 'mdat']),
  m4a: (source) => boxIsCut(source, ['moov', 'mdat']),
}

/** Whether a file ends before its own format says it does: a length header that lies can cut it unnoticed. */
export const isCutShort = async (source: ByteSource, format: Format): Promise<boolean> =>
  (await checks[format]?.(source)) ?? false
