import { jpegSegments } from '../../downloads/formats/jpegSegments.ts'
import { exifComment } from './exifComment.ts'
import { MAX_CHUNKS, type PlanCopy } from './Metadata.ts'

const EXIF = 'Exif\0\0'
const XMP = 'http://ns.adobe.com/xap/1.0/\0'
const APP0 = 0xe0
const APP1 = 0xe1
/** JUMBF boxes, such as a C2PA manifest, whose signature a change would invalidate. */
const APP11 = 0xeb
const SOS = 0xda
/** The length of a segment has two bytes and includes itself. */
const MAX_SEGMENT_BYTES = 0xffff - 2
/** Programs may add some bytes after the end of the image. */
const TRAILER_BYTES = 4096

/** Adds Exif and XMP segments at the beginning, after the JFIF segment if there is one. */
export const planJpeg: PlanCopy = async (original, { parameters, xmp }) => {
  const start = await original.read(0, 2)
  if (!start.equals(Buffer.from([0xff, 0xd8]))) return null
  const segments = [
    Buffer.concat([Buffer.from(EXIF, 'latin1'), exifComment(parameters)]),
    Buffer.concat([Buffer.from(XMP, 'latin1'), Buffer.from(xmp)]),
  ]
  if (segments.some(({ byteLength }) => byteLength > MAX_SEGMENT_BYTES)) return null
  let [at, count, hasImage] = [2, 0, false]
  for await (const { marker, position } of jpegSegments(original)) {
    const head = await original.read(position, 4 + XMP.length)
    if (head.byteLength < 4 || ++count > MAX_CHUNKS) return null
    const end = position + 2 + head.readUInt16BE(2)
    if (end > original.size) return null
    hasImage = marker === SOS
    if (hasImage) break
    const content = head.toString('latin1', 4)
    if (marker === APP11 || (marker === APP1 && (content.startsWith(EXIF) || content.startsWith(XMP))))
      return null
    if (marker === APP0 && position === 2) at = end
  }
  const tail = await original.read(Math.max(0, original.size - TRAILER_BYTES), TRAILER_BYTES)
  if (!hasImage || !tail.includes(Buffer.from([0xff, 0xd9]))) return null
  return [
    { from: 0, to: at },
    { bytes: Buffer.concat(segments.map(segment)) },
    { from: at, to: original.size },
  ]
}

function segment(content: Buffer): Buffer {
  const head = Buffer.from([0xff, APP1, 0, 0])
  head.writeUInt16BE(content.byteLength + 2, 2)
  return Buffer.concat([head, content])
}
