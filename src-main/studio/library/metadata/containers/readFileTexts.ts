import { BufferedReader, type ByteSource } from '../../downloads/formats/ByteSource.ts'
import type { Format } from '../../downloads/formats/sniffFormat.ts'
import { type FileText, FileTexts } from './FileText.ts'
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
  else if (format === 'avif') await readAvifTexts(file, texts, onExif)
  else if (format === 'mp4' || format === 'mov' || format === 'm4a') await readIsoTexts(file, texts)
  else if (format === 'webm') await readMatroskaTexts(file, texts)
  else if (format === 'gif') await readGifTexts(file, texts)
  return texts.list
}
