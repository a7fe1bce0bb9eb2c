import { BufferedReader, type ByteSource } from '../../downloads/formats/ByteSource.ts'
import { type Format, isEbml, isIso } from '../../downloads/formats/sniffFormat.ts'
import { type FileText, FileTexts, type OnExif } from './FileText.ts'
import { readAvifTexts } from './readAvifTexts.ts'
import { readExifTexts } from './readExifTexts.ts'
import { readGifTexts } from './readGifTexts.ts'
import { readIsoTexts } from './readIsoTexts.ts'
import { readJpegTexts } from './readJpegTexts.ts'
import { readMatroskaTexts } from './readMatroskaTexts.ts'
import { readPngTexts } from './readPngTexts.ts'
import { readRiffTexts } from './readRiffTexts.ts'

/** Reads the texts that programs wrote into a file. Damaged or very large ones are left out. */
export async function readFileTexts(source: ByteSource, format: Format | null): Promise<FileText[]> {
  const file = new BufferedReader(source)
  const texts = new FileTexts()
  const onExif = (exif: Buffer): void => readExifTexts(exif, texts)
  if (format === 'png') await readPngTexts(file, texts, onExif)
  else if (format === 'jpg') await readJpegTexts(file, texts, onExif)
  else if (format === 'webp' || format === 'wav') await readRiffTexts(file, texts, onExif)
  else if (format === 'gif') await readGifTexts(file, texts)
  else await readContainerTexts(file, texts, onExif)
  return texts.list
}

/** Reads files whose first bytes show their structure, but not always their format. */
async function readContainerTexts(file: BufferedReader, texts: FileTexts, onExif: OnExif): Promise<void> {
  const head = await file.read(0, 64)
  if (isEbml(head)) await readMatroskaTexts(file, texts)
  if (!isIso(head)) return
  await readAvifTexts(file, texts, onExif)
  await readIsoTexts(file, texts)
}
