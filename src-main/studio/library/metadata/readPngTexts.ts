import { inflateSync } from 'node:zlib'
import type { BufferedReader } from '../downloads/formats/ByteSource.ts'
import { type FileTexts, MAX_TEXT_BYTES } from './FileText.ts'

/** An image of 100 MB in the smallest usual chunks has fewer. */
const MAX_CHUNKS = 20_000
const TEXT_CHUNKS: ReadonlySet<string> = new Set(['tEXt', 'zTXt', 'iTXt'])

/** Reads the text chunks (PNG specification, third edition, §11.3.3) and Exif data. Image data is skipped. */
export async function readPngTexts(
  file: BufferedReader,
  texts: FileTexts,
  onExif: (exif: Buffer) => void,
): Promise<void> {
  for (let position = 8, count = 0; count < MAX_CHUNKS && !texts.isFull; count++) {
    const head = await file.read(position, 8)
    if (head.byteLength < 8) return
    const [length, type] = [head.readUInt32BE(0), head.toString('latin1', 4, 8)]
    if (type === 'IEND') return
    if (length <= MAX_TEXT_BYTES && (TEXT_CHUNKS.has(type) || type === 'eXIf')) {
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
  if (type === 'tEXt') texts.add(keyword, decodeText(rest))
  else if (type === 'zTXt') texts.add(keyword, inflate(rest.subarray(1)))
  else {
    const isCompressed = rest[0] === 1
    const language = rest.indexOf(0, 2)
    const translated = language === -1 ? -1 : rest.indexOf(0, language + 1)
    if (translated === -1) return
    const text = rest.subarray(translated + 1)
    texts.add(keyword, isCompressed ? inflate(text) : text)
  }
}

/** Decodes UTF-8 if it is valid, otherwise Latin-1. */
export function decodeText(bytes: Buffer): string {
  const text = bytes.toString('utf8')
  return text.includes('\ufffd') ? bytes.toString('latin1') : text
}

/** Inflates up to the maximum length; empty if there is more, or if the data is invalid. */
function inflate(bytes: Buffer): Buffer | string {
  try {
    return decodeText(inflateSync(bytes, { maxOutputLength: MAX_TEXT_BYTES }))
  } catch {
    return ''
  }
}
