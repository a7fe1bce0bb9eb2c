import type { BufferedReader } from '../../downloads/formats/ByteSource.ts'
import { type IsoBox, IsoBoxes } from '../../downloads/formats/IsoBoxes.ts'
import { type FileTexts, MAX_TEXT_BYTES, type OnExif, XMP_NAME } from './FileText.ts'

const XMP_TYPE = 'application/rdf+xml'
/** Items of an image beyond this number are ignored. */
const MAX_ITEMS = 1000

/** Reads the Exif data and the XMP packet of an AVIF or HEIF file: items of its `meta` box (ISO/IEC 23008-12 annex A). */
export async function readAvifTexts(file: BufferedReader, texts: FileTexts, onExif: OnExif): Promise<void> {
  const boxes = new IsoBoxes(file)
  const top = (await boxes.readBoxes(0, file.size)).boxes
  const meta = top.find(({ type }) => type === 'meta')
  if (!meta) return
  // Version and flags precede the children.
  const children = (await boxes.readBoxes(meta.start + 4, meta.end)).boxes
  const places = await readPlaces(boxes, children)
  for (const { id, type, contentType } of await readItems(boxes, children)) {
    const place = places.get(id)
    if (!place || place.length > MAX_TEXT_BYTES) continue
    const content = await boxes.read(place.offset, place.length)
    if (content.byteLength < place.length || content.byteLength < 4) continue
    if (type === 'mime' && contentType === XMP_TYPE) texts.add(XMP_NAME, content)
    // The offset of the TIFF header precedes it.
    else if (type === 'Exif') onExif(content.subarray(4 + Math.min(content.readUInt32BE(0), content.length)))
  }
}

interface Item {
  id: number
  type: string
  contentType: string
}

/** The items of `iinf` (ISO/IEC 14496-12 §8.11.6). */
async function readItems(boxes: IsoBoxes, children: readonly IsoBox[]): Promise<Item[]> {
  const info = children.find(({ type }) => type === 'iinf')
  if (!info) return []
  const isWide = (await boxes.read(info.start, 1))[0] !== 0
  const entries = (await boxes.readBoxes(info.start + (isWide ? 8 : 6), info.end)).boxes.slice(0, MAX_ITEMS)
  const items: Item[] = []
  for (const { type, start, end } of entries) {
    const content = await boxes.read(start, Math.min(end - start, 400))
    const version = content[0] ?? 0
    const at = version === 3 ? 8 : 6
    if (type !== 'infe' || version < 2 || content.length < at + 6) continue
    const id = version === 3 ? content.readUInt32BE(4) : content.readUInt16BE(4)
    // After the type: the name of the item and its content type, each with a zero byte at its end.
    const [, contentType = ''] = content.toString('latin1', at + 6).split('\0')
    items.push({ id, type: content.toString('latin1', at + 2, at + 6), contentType })
  }
  return items
}

/** Where the items of `iloc` are that are stored in one piece in the file (ISO/IEC 14496-12 §8.11.3). */
async function readPlaces(
  boxes: IsoBoxes,
  children: readonly IsoBox[],
): Promise<Map<number, { offset: number; length: number }>> {
  const places = new Map<number, { offset: number; length: number }>()
  const location = children.find(({ type }) => type === 'iloc')
  if (!location || location.end - location.start > MAX_TEXT_BYTES) return places
  const reader = new FieldReader(await boxes.read(location.start, location.end - location.start))
  const version = reader.read(1)
  reader.read(3)
  const sizes = reader.read(2)
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15]
  const indexBytes = version > 0 ? sizes & 15 : 0
  const count = Math.min(reader.read(version < 2 ? 2 : 4), MAX_ITEMS)
  for (let item = 0; item < count && !reader.isEnded; item++) {
    const id = reader.read(version < 2 ? 2 : 4)
    const method = version > 0 ? reader.read(2) & 15 : 0
    reader.read(2)
    const base = reader.read(baseBytes)
    const extents = reader.read(2)
    for (let extent = 0; extent < extents && !reader.isEnded; extent++) {
      reader.read(indexBytes)
      const [offset, length] = [reader.read(offsetBytes), reader.read(lengthBytes)]
      if (method === 0 && extents === 1) places.set(id, { offset: base + offset, length })
    }
  }
  return places
}

/** Reads big-endian numbers one after another; 0 beyond the end. */
class FieldReader {
  readonly #bytes: Buffer
  #position = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get isEnded(): boolean {
    return this.#position >= this.#bytes.length
  }

  read(length: number): number {
    let value = 0
    for (let index = 0; index < length; index++) value = value * 256 + (this.#bytes[this.#position++] ?? 0)
    return value
  }
}
