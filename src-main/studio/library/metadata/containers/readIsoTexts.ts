import type { BufferedReader } from '../../downloads/formats/ByteSource.ts'
import { IsoBoxes, type IsoBox } from '../../downloads/formats/IsoBoxes.ts'
import { type FileTexts, MAX_TEXT_BYTES, XMP_NAME } from './FileText.ts'

/** The UUID of the `uuid` box that contains the XMP packet (XMP specification, part 3). */
const XMP_UUID = 'be7acfcb97a942e89c71999491e3afac'
const MAX_KEYS = 1000

/** Reads the tags of an MP4, M4A or QuickTime file: iTunes tags, QuickTime keys, freeform (`----`) tags and XMP. */
export async function readIsoTexts(file: BufferedReader, texts: FileTexts): Promise<void> {
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
