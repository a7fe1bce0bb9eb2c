import type { BufferedReader } from '../../downloads/formats/ByteSource.ts'
import { type FileTexts, MAX_TEXT_BYTES } from './FileText.ts'

const SEGMENT = 0x18538067
const CLUSTER = 0x1f43b675
const TAGS = 0x1254c367
const TAG = 0x7373
const SIMPLE_TAG = 0x67c8
const TAG_NAME = 0x45a3
const TAG_STRING = 0x4487
const CONTAINERS: ReadonlySet<number> = new Set([SEGMENT, TAGS, TAG, SIMPLE_TAG])
const MAX_ELEMENTS = 50_000

/** Reads the tags of a WebM or Matroska file (RFC 9559 §5.1.8). Its frames are skipped. */
export async function readMatroskaTexts(file: BufferedReader, texts: FileTexts): Promise<void> {
  let name = ''
  let position = 0
  // The elements of containers follow their header, so that one loop reads all levels.
  for (let count = 0; count < MAX_ELEMENTS && position < file.size && !texts.isFull; count++) {
    const head = await file.read(position, 12)
    const id = readNumber(head, 0, 4)
    const size = id && readNumber(head, id.length, 8)
    if (!id || !size) return
    position += id.length + size.length
    const isUnknown = size.value >= 2 ** (7 * size.length) - 1
    if (CONTAINERS.has(withMarker(id)) || (isUnknown && withMarker(id) === CLUSTER)) continue
    if (isUnknown) return
    if (withMarker(id) === TAG_NAME)
      name = (await file.read(position, Math.min(size.value, 200))).toString('utf8')
    else if (withMarker(id) === TAG_STRING && size.value <= MAX_TEXT_BYTES)
      texts.add(name, await file.read(position, size.value))
    position += size.value
  }
}

interface EbmlNumber {
  /** Without the bit that marks its length. */
  value: number
  length: number
}

/** A number of variable length (RFC 8794 §4): the leading zero bits of its first byte say how many bytes follow. */
function readNumber(bytes: Buffer, at: number, maxLength: number): EbmlNumber | null {
  const first = bytes[at] ?? 0
  const length = Math.clz32(first) - 23
  if (first === 0 || length > maxLength || at + length > bytes.length) return null
  let value = first & (0xff >> length)
  for (let index = 1; index < length; index++) value = value * 256 + (bytes[at + index] ?? 0)
  return { value, length }
}

/** The id of an element, which includes the bit that marks its length. */
const withMarker = ({ value, length }: EbmlNumber): number => value + 2 ** (7 * length)
