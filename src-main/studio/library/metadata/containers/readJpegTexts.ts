import type { BufferedReader } from '../../downloads/formats/ByteSource.ts'
import {
  APP1,
  EXIF_HEADER,
  jpegSegments,
  START_OF_SCAN,
  XMP_HEADER,
} from '../../downloads/formats/jpegSegments.ts'
import { type FileTexts, type OnExif, XMP_NAME } from './FileText.ts'

const COMMENT = 0xfe
const MAX_SEGMENTS = 1000

export async function readJpegTexts(file: BufferedReader, texts: FileTexts, onExif: OnExif): Promise<void> {
  let count = 0
  for await (const { marker, position } of jpegSegments(file)) {
    if (marker === START_OF_SCAN || ++count > MAX_SEGMENTS) return
    if (marker !== APP1 && marker !== COMMENT) continue
    const head = await file.read(position, 4)
    if (head.byteLength < 4) return
    const length = head.readUInt16BE(2) - 2
    const content = await file.read(position + 4, length)
    if (content.byteLength < length) return
    const start = content.toString('latin1', 0, XMP_HEADER.length)
    if (marker === COMMENT) texts.add('Comment', content)
    else if (start === XMP_HEADER) texts.add(XMP_NAME, content.subarray(XMP_HEADER.length))
    else if (start.startsWith(EXIF_HEADER)) onExif(content)
  }
}
