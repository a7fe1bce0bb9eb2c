import type { BufferedReader } from '../../downloads/formats/ByteSource.ts'
import { type FileTexts, MAX_TEXT_BYTES, type OnExif, XMP_NAME } from './FileText.ts'

const MAX_RIFF_CHUNKS = 10_000
const RIFF_TEXT_CHUNKS = new Set(['EXIF', 'XMP ', '_PMX', 'LIST'])

/** Reads the texts of a WebP or WAV file: Exif data, XMP, and the tags of an `INFO` list. */
export async function readRiffTexts(file: BufferedReader, texts: FileTexts, onExif: OnExif): Promise<void> {
  let position = 12
  for (let count = 0; count < MAX_RIFF_CHUNKS && !texts.isFull; count++) {
    const head = await file.read(position, 8)
    if (head.byteLength < 8) return
    const [type, length] = [head.toString('latin1', 0, 4), head.readUInt32LE(4)]
    if (RIFF_TEXT_CHUNKS.has(type) && length <= MAX_TEXT_BYTES) {
      const content = await file.read(position + 8, length)
      if (content.byteLength < length) return
      if (type === 'EXIF') onExif(content)
      else if (type !== 'LIST') texts.add(XMP_NAME, content)
      else if (content.toString('latin1', 0, 4) === 'INFO') readInfo(content, texts)
    }
    position += 8 + length + (length % 2)
  }
}

function readInfo(content: Buffer, texts: FileTexts): void {
  for (let at = 4; at + 8 <= content.byteLength;) {
    const length = content.readUInt32LE(at + 4)
    if (at + 8 + length > content.byteLength) return
    texts.add(content.toString('latin1', at, at + 4), content.subarray(at + 8, at + 8 + length))
    at += 8 + length + (length % 2)
  }
}
