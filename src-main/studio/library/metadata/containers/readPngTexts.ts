import type { BufferedReader } from '../../downloads/formats/ByteSource.ts'
import { decodeUtf8OrLatin1, type FileTexts, MAX_TEXT_BYTES, type OnExif } from './FileText.ts'

/** An image of 100 MB in the smallest usual chunks has fewer. */
const MAX_PNG_CHUNKS = 20_000
export const PNG_TEXT_CHUNKS = new Set(['tEXt', 'zTXt', 'iTXt'])

/** Reads the text chunks (PNG specification, third edition, §11.3.3) and Exif data. Image data is skipped. */
export async function readPngTexts(file: BufferedReader, texts: FileTexts, onExif: OnExif): Promise<void> {
  for (let position = 8, count = 0; count < MAX_PNG_CHUNKS && !texts.isFull; count++) {
    const head = await file.read(position, 8)
    if (head.byteLength < 8) return
    const [length, type] = [head.readUInt32BE(0), head.toString('latin1', 4, 8)]
    if (type === 'IEND') return
    if (length <= MAX_TEXT_BYTES && (PNG_TEXT_CHUNKS.has(type) || type === 'eXIf')) {
      const content = await file.read(position + 8, length)
      if (content.byteLength < length) return
      if (type === 'eXIf') onExif(content)
      else readText(type, content, texts)
    }
    position += 12 + length
  }
}

function readText(type: string, content: Buffer, texts: FileTexts): void {
  const end = content.indexOf(0)
  if (end <= 0) return
  const keyword = content.toString('latin1', 0, end)
  const rest = content.subarray(end + 1)
  // Some programs write UTF-8 into these chunks, which should be Latin-1.
  if (type === 'tEXt') texts.add(keyword, decodeUtf8OrLatin1(rest))
  else if (type === 'zTXt') texts.add(keyword, texts.inflate(rest.subarray(1)))
  else {
    const isCompressed = rest[0] === 1
    const language = rest.indexOf(0, 2)
    const translated = language === -1 ? -1 : rest.indexOf(0, language + 1)
    if (translated === -1) return
    const text = rest.subarray(translated + 1)
    texts.add(keyword, isCompressed ? texts.inflate(text) : text)
  }
}
