import { isRecord } from '../../../service/http/json.ts'
import { type FileText, FileTexts, XMP_NAME } from './FileText.ts'

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
