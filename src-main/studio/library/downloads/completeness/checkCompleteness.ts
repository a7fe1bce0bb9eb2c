import { type ByteSource, BufferedReader, MAX_ELEMENTS } from '../formats/ByteSource.ts'
import { isPlaceholderSize, readWav } from '../formats/audio/wav.ts'
import type { Format } from '../formats/sniffFormat.ts'
import { CLUSTER_ID, readElement, SEGMENT_ID } from '../formats/webm.ts'
import { audioCompleteness } from './audioCompleteness.ts'
import type { CompletenessCheck, Completeness } from './Completeness.ts'
import { imageCompleteness } from './imageCompleteness.ts'
import { type BoxList, type IsoBox, IsoBoxes } from '../formats/IsoBoxes.ts'

const webp: CompletenessCheck = async (bytes) => {
  const head = await bytes.read(0, 8)
  if (head.length < 8) return 'truncated'
  const size = head.readUInt32LE(4)
  if (isPlaceholderSize(size, bytes.size - 8)) return 'unknown'
  return size + 8 > bytes.size ? 'truncated' : 'complete'
}

/** Checks the data chunk too, because it may state a length even if the file doesn't. */
const wav: CompletenessCheck = async (bytes) => {
  const head = await bytes.read(0, 12)
  if (head.length < 12) return 'truncated'
  const size = head.readUInt32LE(4)
  const { data } = await readWav(bytes)
  const isOpen = isPlaceholderSize(size, bytes.size - 8)
  if (!isOpen && size + 8 > bytes.size) return 'truncated'
  if (data === 'unknown') return 'unknown'
  if (data === null) return isOpen ? 'truncated' : 'complete'
  const rest = bytes.size - data.start
  if (isPlaceholderSize(data.stated, rest)) return 'unknown'
  return data.stated > rest ? 'truncated' : 'complete'
}

/** Long files continue in further segments (OpenDML), whose number isn't stated. */
const avi: CompletenessCheck = async (bytes) => {
  const isLong = (await bytes.read(0, 65_536)).includes('odml')
  let position = 0
  for (let elements = 0; position < bytes.size; elements++) {
    if (elements === MAX_ELEMENTS) return 'unknown'
    const head = await bytes.read(position, 8)
    if (head.toString('latin1', 0, 4) !== 'RIFF') break
    if (head.length < 8) return 'truncated'
    const size = head.readUInt32LE(4)
    if (isPlaceholderSize(size, bytes.size - position - 8)) return 'unknown'
    position += 8 + size
    if (position > bytes.size) return 'truncated'
    position += size & 1
  }
  return isLong ? 'unknown' : 'complete'
}

const riffCompleteness = { webp, wav, avi } satisfies Record<string, CompletenessCheck>

/** Elements of a WebM or Matroska file (RFC 8794). A segment of a known size must end in the file; one of unknown size is walked. */
const webm: CompletenessCheck = async (bytes) => {
  let position = 0
  let isInSegment = false
  for (let elements = 0; elements < MAX_ELEMENTS && position < bytes.size; elements++) {
    const element = await readElement(bytes, position)
    if (element === 'truncated') return 'truncated'
    if (element === 'invalid') return 'unknown'
    const { id, size, content } = element
    if (size === null) {
      if (id !== SEGMENT_ID && id !== CLUSTER_ID) return 'unknown'
      isInSegment = true
      position = content
      continue
    }
    position = content + size
    if (position > bytes.size) return 'truncated'
    if (id === SEGMENT_ID) return 'complete'
  }
  return isInSegment || position < bytes.size ? 'unknown' : 'truncated'
}

const hasBox = (boxes: readonly IsoBox[], ...types: string[]): boolean =>
  types.some((type) => boxes.some((box) => box.type === type))

/** Checks that the outermost boxes are complete and include the required ones. */
function checkOutermostBoxes(
  { boxes, isTruncated }: BoxList,
  requiredTypes: readonly string[],
): Completeness {
  if (isTruncated || !requiredTypes.every((type) => hasBox(boxes, type))) return 'truncated'
  return boxes.some(({ isOpen }) => isOpen) ? 'unknown' : 'complete'
}

const avif: CompletenessCheck = async (bytes) => {
  const isoBoxes = new IsoBoxes(bytes)
  const outermost = await isoBoxes.readBoxes(0, isoBoxes.size)
  return isoBoxes.isExhausted ? 'unknown' : checkOutermostBoxes(outermost, ['meta', 'mdat'])
}

/** A fragmented file is known to be complete only by the index at its end; any other by the offsets of its samples. */
const movie: CompletenessCheck = async (bytes) => {
  const isoBoxes = new IsoBoxes(bytes)
  const outermost = await isoBoxes.readBoxes(0, isoBoxes.size)
  if (isoBoxes.isExhausted) return 'unknown'
  const found = checkOutermostBoxes(outermost, ['moov', 'mdat'])
  if (found !== 'complete') return found
  const movieBoxes = await isoBoxes.readChildBoxes(outermost.boxes, 'moov')
  if (hasBox(outermost.boxes, 'moof') || hasBox(movieBoxes, 'mvex')) {
    return outermost.boxes.at(-1)?.type === 'mfra' ? 'complete' : 'unknown'
  }
  return (await findLastChunkOffset(isoBoxes, movieBoxes)) < isoBoxes.size ? 'complete' : 'truncated'
}

/** The highest offset of a chunk of samples in any track. */
async function findLastChunkOffset(isoBoxes: IsoBoxes, movieBoxes: readonly IsoBox[]): Promise<number> {
  let last = 0
  const trackBoxes = await isoBoxes.readChildBoxes(movieBoxes, 'trak')
  const mediaBoxes = await isoBoxes.readChildBoxes(trackBoxes, 'mdia')
  const informationBoxes = await isoBoxes.readChildBoxes(mediaBoxes, 'minf')
  for (const { type, start, end } of await isoBoxes.readChildBoxes(informationBoxes, 'stbl')) {
    const width = type === 'stco' ? 4 : type === 'co64' ? 8 : 0
    if (width === 0) continue
    const countBytes = await isoBoxes.read(start + 4, 4)
    const count = countBytes.length === 4 ? countBytes.readUInt32BE(0) : 0
    const position = start + 8 + (count - 1) * width
    if (count === 0 || position + width > end) continue
    const entry = await isoBoxes.read(position, width)
    last = Math.max(last, width === 4 ? entry.readUInt32BE(0) : Number(entry.readBigUInt64BE(0)))
  }
  return last
}

const isoCompleteness = { avif, mp4: movie, m4a: movie, mov: movie } satisfies Record<
  string,
  CompletenessCheck
>

const FIRST_PAGE_FLAG = 2
const LAST_PAGE_FLAG = 4

/** Pages (RFC 3533 §6): each logical stream must have a last page. */
const ogg: CompletenessCheck = async (bytes) => {
  const openStreams = new Set<number>()
  let position = 0
  for (let elements = 0; position < bytes.size; elements++) {
    const head = await bytes.read(position, 27 + 255)
    const segments = head[26]
    if (!'OggS'.startsWith(head.toString('latin1', 0, 4)))
      return openStreams.size === 0 ? 'complete' : 'unknown'
    if (segments === undefined || head.length < 27 + segments) return 'truncated'
    const serial = head.readUInt32LE(14)
    const flags = head[5] ?? 0
    if (flags & FIRST_PAGE_FLAG) openStreams.add(serial)
    if (flags & LAST_PAGE_FLAG) openStreams.delete(serial)
    position += 27 + segments
    for (const length of head.subarray(27, 27 + segments)) position += length
    if (position > bytes.size) return 'truncated'
    if (elements > MAX_ELEMENTS) return 'unknown'
  }
  return openStreams.size === 0 ? 'complete' : 'truncated'
}

const DATA_OBJECT = Buffer.from('3626b2758e66cf11a6d900aa0062ce6c', 'hex')

/** The objects of Windows Media. The file doesn't state whether an index follows the data. */
const wmv: CompletenessCheck = async (bytes) => {
  let position = 0
  let hasData = false
  for (let elements = 0; position < bytes.size; elements++) {
    if (elements === MAX_ELEMENTS) return 'unknown'
    const head = await bytes.read(position, 24)
    if (head.length < 24) return 'truncated'
    const size = Number(head.readBigUInt64LE(16))
    const isData = head.subarray(0, 16).equals(DATA_OBJECT)
    if (isData && size === 0) return 'unknown'
    if (size < 24) return 'truncated'
    hasData ||= isData
    position += size
  }
  return position > bytes.size || !hasData ? 'truncated' : 'complete'
}

/** The end code of a program stream or a video stream. Many encoders omit it. */
const mpeg: CompletenessCheck = async (bytes) => {
  const code = (await bytes.read(Math.max(0, bytes.size - 4), 4)).toString('hex')
  return code === '000001b9' || code === '000001b7' ? 'complete' : 'unknown'
}

const checks: Record<Format, CompletenessCheck> = {
  ...imageCompleteness,
  ...riffCompleteness,
  ...isoCompleteness,
  ...audioCompleteness,
  webm,
  ogg,
  wmv,
  wma: wmv,
  mpeg,
}

/**
 * Checks by the structure of a file whether it is complete, in linear time. A wrong or missing HTTP length can truncate a file
 * unnoticed.
 */
export const checkCompleteness = (source: ByteSource, format: Format): Promise<Completeness> =>
  checks[format](new BufferedReader(source))
