import { isUtf8 } from 'node:buffer'
import { inflateSync } from 'node:zlib'
import { BufferedReader, type ByteSource } from '../downloads/formats/ByteSource.ts'
import { IsoBoxes, type IsoBox } from '../downloads/formats/IsoBoxes.ts'
import {
  APP1,
  EXIF_HEADER,
  jpegSegments,
  START_OF_SCAN,
  XMP_HEADER,
} from '../downloads/formats/jpegSegments.ts'
import type { Format } from '../downloads/formats/sniffFormat.ts'
import { type FileText, FileTexts, XMP_NAME, MAX_TEXT_BYTES } from './FileText.ts'
import { readExifTexts } from './readExifTexts.ts'
import { isRecord } from '../../service/http/json.ts'

const COMMENT = 0xfe
const MAX_SEGMENTS = 1000

/** Reads the texts that programs wrote into a file. Damaged or very large ones are left out. */
export async function readFileTexts(source: ByteSource, format: Format | null): Promise<FileText[]> {
  const file = new BufferedReader(source)
  const texts = new FileTexts()
  const onExif = (exif: Buffer): void => readExifTexts(exif, texts)
  if (format === 'png') await readPngTexts(file, texts, onExif)
  else if (format === 'jpg') await readJpegTexts(file, texts, onExif)
  else if (format === 'webp' || format === 'wav') await readRiffTexts(file, texts, onExif)
  else if (format === 'mp4' || format === 'mov' || format === 'm4a') await readIsoTexts(file, texts)
  return texts.list
}

type OnExif = (exif: Buffer) => void

async function readJpegTexts(file: BufferedReader, texts: FileTexts, onExif: OnExif): Promise<void> {
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

/** An image of 100 MB in the smallest usual chunks has fewer. */
const MAX_PNG_CHUNKS = 20_000
export const PNG_TEXT_CHUNKS = new Set(['tEXt', 'zTXt', 'iTXt'])

/** Reads the text chunks (PNG specification, third edition, §11.3.3) and Exif data. Image data is skipped. */
async function readPngTexts(
  file: BufferedReader,
  texts: FileTexts,
  onExif: (exif: Buffer) => void,
): Promise<void> {
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
const decodeUtf8OrLatin1 = (bytes: Buffer): string => bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1')

/** Inflates up to the maximum length; empty if there is more, or if the data is invalid. */
function inflate(bytes: Buffer): Buffer | string {
  try {
    return decodeUtf8OrLatin1(inflateSync(bytes, { maxOutputLength: MAX_TEXT_BYTES }))
  } catch {
    return ''
  }
}

const MAX_RIFF_CHUNKS = 10_000
const RIFF_TEXT_CHUNKS = new Set(['EXIF', 'XMP ', '_PMX', 'LIST'])

/** Reads the texts of a WebP or WAV file: Exif data, XMP, and the tags of an `INFO` list. */
async function readRiffTexts(
  file: BufferedReader,
  texts: FileTexts,
  onExif: (exif: Buffer) => void,
): Promise<void> {
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

/** The UUID of the `uuid` box that contains the XMP packet (XMP specification, part 3). */
const XMP_UUID = 'be7acfcb97a942e89c71999491e3afac'
const MAX_KEYS = 1000

/** Reads the tags of an MP4, M4A or QuickTime file: iTunes tags, QuickTime keys, freeform (`----`) tags and XMP. */
async function readIsoTexts(file: BufferedReader, texts: FileTexts): Promise<void> {
  const boxes = new IsoBoxes(file)
  const top = (await boxes.readBoxes(0, file.size)).boxes
  for (const box of top.filter(({ type }) => type === 'uuid')) await readUuid(boxes, box, texts)
  const movie = await boxes.readChildBoxes(top, 'moov')
  const userData = await boxes.readChildBoxes(movie, 'udta')
  for (const box of userData.filter(({ type }) => type === 'XMP_'))
    texts.add(XMP_NAME, await readContent(boxes, box))
  for (const meta of [...movie, ...userData].filter(({ type }) => type === 'meta'))
    await readMeta(boxes, meta, texts)
}

async function readUuid(boxes: IsoBoxes, { start, end }: IsoBox, texts: FileTexts): Promise<void> {
  const id = (await boxes.read(start, 16)).toString('hex')
  if (id === XMP_UUID && end - start <= MAX_TEXT_BYTES)
    texts.add(XMP_NAME, await boxes.read(start + 16, end - start - 16))
}

async function readMeta(boxes: IsoBoxes, { start, end }: IsoBox, texts: FileTexts): Promise<void> {
  // In MP4 files, version and flags precede the child boxes; in QuickTime files they don't.
  const isFullBox = (await boxes.read(start, 8)).toString('latin1', 4) !== 'hdlr'
  const children = (await boxes.readBoxes(isFullBox ? start + 4 : start, end)).boxes
  const keys = await readKeys(
    boxes,
    children.find(({ type }) => type === 'keys'),
  )
  for (const item of await boxes.readChildBoxes(children, 'ilst')) {
    if (texts.isFull) return
    const inside = (await boxes.readBoxes(item.start, item.end)).boxes
    const data = inside.find(({ type }) => type === 'data')
    if (!data || data.end - data.start < 8) continue
    const name = keys?.[Buffer.from(item.type, 'latin1').readUInt32BE(0) - 1] ?? item.type
    texts.add(
      item.type === '----' ? await readFreeformName(boxes, inside) : name,
      await readContent(boxes, { ...data, start: data.start + 8 }),
    )
  }
}

/** The name of a freeform (`----`) tag. */
async function readFreeformName(boxes: IsoBoxes, inside: readonly IsoBox[]): Promise<string> {
  const box = inside.find(({ type }) => type === 'name')
  return box ? (await boxes.read(box.start + 4, Math.min(200, box.end - box.start - 4))).toString('utf8') : ''
}

/** The names of tags that are numbered (QuickTime file format, "Metadata item keys atom"). */
async function readKeys(boxes: IsoBoxes, box: IsoBox | undefined): Promise<string[] | null> {
  if (!box || box.end - box.start > MAX_TEXT_BYTES) return null
  const content = await boxes.read(box.start, box.end - box.start)
  const keys: string[] = []
  for (let at = 8; at + 8 <= content.byteLength && keys.length < MAX_KEYS;) {
    const size = content.readUInt32BE(at)
    if (size < 8 || at + size > content.byteLength) break
    keys.push(content.toString('utf8', at + 8, at + size))
    at += size
  }
  return keys
}

const readContent = async (boxes: IsoBoxes, { start, end }: IsoBox): Promise<Buffer | string> =>
  end - start > MAX_TEXT_BYTES ? '' : boxes.read(start, end - start)

/** Reads the tags of an MP3, FLAC or Ogg file. */
export async function readAudioTags(path: string): Promise<FileText[]> {
  // Loaded on demand, because most files are images.
  const { parseFile } = await import('music-metadata')
  const texts = new FileTexts()
  const { native } = await parseFile(path, { duration: false, skipCovers: true }).catch(() => ({
    native: {},
  }))
  for (const { id, value } of Object.values(native).flat()) {
    if (typeof value === 'string') texts.add(/^xmp$/i.test(id) ? XMP_NAME : id, value)
    else if (hasText(value)) texts.add(id, value.text)
    else if (isPacket(value)) texts.add(XMP_NAME, Buffer.from(value.data))
  }
  return texts.list
}

/** Whether a value is a comment with its language. */
const hasText = (value: unknown): value is { text: string } =>
  isRecord(value) && typeof value['text'] === 'string'

/** Whether a value is a private frame of an ID3 tag with an XMP packet (XMP specification, part 3). */
const isPacket = (value: unknown): value is { data: Uint8Array } =>
  isRecord(value) && value['owner_identifier'] === 'XMP' && value['data'] instanceof Uint8Array
