import { BufferedReader, type ByteSource } from '../downloads/formats/ByteSource.ts'
import { jpegSegments } from '../downloads/formats/jpegSegments.ts'
import type { Format } from '../downloads/formats/sniffFormat.ts'
import { type FileText, FileTexts, XMP_NAME } from './FileText.ts'
import { readExifTexts } from './readExifTexts.ts'
import { readIsoTexts } from './readIsoTexts.ts'
import { readPngTexts } from './readPngTexts.ts'
import { readRiffTexts } from './readRiffTexts.ts'

const EXIF = 'Exif\0\0'
const XMP = 'http://ns.adobe.com/xap/1.0/\0'
const APP1 = 0xe1
const COMMENT = 0xfe
const SCAN = 0xda
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
    if (marker === SCAN || ++count > MAX_SEGMENTS) return
    if (marker !== APP1 && marker !== COMMENT) continue
    const head = await file.read(position, 4)
    if (head.byteLength < 4) return
    const length = head.readUInt16BE(2) - 2
    const content = await file.read(position + 4, length)
    if (content.byteLength < length) return
    const start = content.toString('latin1', 0, XMP.length)
    if (marker === COMMENT) texts.add('Comment', content)
    else if (start === XMP) texts.add(XMP_NAME, content.subarray(XMP.length))
    else if (start.startsWith(EXIF)) onExif(content)
  }
}
