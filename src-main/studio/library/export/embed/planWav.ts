import { MAX_CHUNKS, type PlanCopy } from './Metadata.ts'

const HEADER_BYTES = 12
const MAX_RIFF_BYTES = 0xffff_fff6
/** Existing metadata and signatures, which the added metadata would contradict or invalidate. */
const METADATA_CHUNKS: ReadonlySet<string> = new Set(['bext', '_PMX', 'C2PA', 'id3 ', 'ID3 ', 'iXML'])

/** Adds INFO tags and an XMP packet (XMP specification, part 3) at the end of a WAV file. */
export const planWav: PlanCopy = async (original, { title, parameters, xmp }) => {
  const head = await original.read(0, HEADER_BYTES)
  if (head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8) !== 'WAVE') return null
  if (head.readUInt32LE(4) + 8 !== original.size) return null
  let position = HEADER_BYTES
  let hasData = false
  for (let count = 0; position < original.size; count++) {
    const chunkHead = await original.read(position, 12)
    if (chunkHead.byteLength < 8 || count === MAX_CHUNKS) return null
    const [type, bytes] = [chunkHead.toString('latin1', 0, 4), chunkHead.readUInt32LE(4)]
    if (METADATA_CHUNKS.has(type)) return null
    if (type === 'LIST' && chunkHead.toString('latin1', 8) === 'INFO') {
      const info = await original.read(position + 8, Math.min(bytes, MAX_INFO_BYTES))
      if (bytes > MAX_INFO_BYTES || info.includes('ICMT')) return null
    }
    hasData ||= type === 'data'
    position += 8 + bytes + (bytes % 2)
  }
  if (!hasData || position !== original.size) return null
  const text = (value: string): Buffer => Buffer.from(`${value}\0`)
  const info = Buffer.concat([
    Buffer.from('INFO'),
    chunk('INAM', text(title)),
    chunk('ICMT', text(parameters)),
  ])
  const added = Buffer.concat([chunk('LIST', info), chunk('_PMX', Buffer.from(xmp))])
  const bytes = original.size - 8 + added.byteLength
  if (bytes > MAX_RIFF_BYTES) return null
  const riff = Buffer.from(head)
  riff.writeUInt32LE(bytes, 4)
  return [{ bytes: riff }, { from: HEADER_BYTES, to: original.size }, { bytes: added }]
}

const MAX_INFO_BYTES = 1 << 20

function chunk(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32LE(content.byteLength, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.byteLength % 2)])
}
