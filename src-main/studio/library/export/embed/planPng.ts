import { crc32 } from 'node:zlib'
import { MAX_CHUNKS, type PlanCopy } from './Metadata.ts'

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
/** Signature and header chunk. */
const HEADER_BYTES = 33
const END = Buffer.from('0000000049454e44ae426082', 'hex')
const XMP_KEYWORD = 'XML:com.adobe.xmp'
const TEXT_CHUNKS: ReadonlySet<string> = new Set(['tEXt', 'zTXt', 'iTXt'])
/** The image data may be split into many chunks. */
const MAX_IMAGE_CHUNKS = 100_000
/** A C2PA manifest, which signs the file. */
const SIGNED_CHUNK = 'caBX'

/** Adds text chunks after the header (PNG specification, third edition, §11.3.3). */
export const planPng: PlanCopy = async (original, { parameters, xmp }) => {
  const head = await original.read(0, HEADER_BYTES)
  if (!head.subarray(0, 8).equals(SIGNATURE) || head.toString('latin1', 12, 16) !== 'IHDR') return null
  const counts = { image: 0, other: 0 }
  for (let position = 8; ;) {
    const start = await original.read(position, 8 + XMP_KEYWORD.length + 1)
    if (start.byteLength < 12 || counts.other === MAX_CHUNKS || counts.image === MAX_IMAGE_CHUNKS) return null
    const end = position + 12 + start.readUInt32BE(0)
    if (end > original.size) return null
    const type = start.toString('latin1', 4, 8)
    // Text may also follow the image data.
    counts[type === 'IDAT' ? 'image' : 'other']++
    if (type === 'IEND') break
    const [keyword] = start.toString('latin1', 8).split('\0')
    if (TEXT_CHUNKS.has(type) && (keyword === 'parameters' || keyword === XMP_KEYWORD)) return null
    if (type === SIGNED_CHUNK) return null
    position = end
  }
  const last = await original.read(original.size - END.byteLength, END.byteLength)
  if (!last.equals(END)) return null
  return [
    { from: 0, to: HEADER_BYTES },
    { bytes: Buffer.concat([textChunk('parameters', parameters), internationalText(XMP_KEYWORD, xmp)]) },
    { from: HEADER_BYTES, to: original.size },
  ]
}

/** A tEXt chunk, which more programs read, if all characters are in Latin-1; otherwise an iTXt chunk. */
const textChunk = (keyword: string, text: string): Buffer =>
  /^[\n\x20-\x7e\xa0-\xff]*$/.test(text)
    ? chunk('tEXt', Buffer.from(`${keyword}\0${text}`, 'latin1'))
    : internationalText(keyword, text)

/** Uncompressed, without a language. */
const internationalText = (keyword: string, text: string): Buffer =>
  chunk('iTXt', Buffer.from(`${keyword}\0\0\0\0\0${text}`))

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.byteLength, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
