import { type BufferedReader } from '../../downloads/formats/ByteSource.ts'
import { type IsoBox, IsoBoxes } from '../../downloads/formats/IsoBoxes.ts'
import { type Metadata, MAX_CHUNKS, type PlanCopy } from './Metadata.ts'

/** A file with a larger header is copied unchanged. One of a two-hour video has about 10 MB. */
const MAX_MOVIE_BYTES = 64 << 20
/** The box type of an XMP packet (XMP specification, part 3). */
const XMP_UUID = 'be7acfcb97a942e89c71999491e3afac'
/** The box type of a C2PA manifest, which signs the file. */
const C2PA_UUID = 'd8fec3d61b0e483c92975828877ec481'
/** Existing tags that the added ones would contradict. */
const CONFLICTING_TAGS: ReadonlySet<string> = new Set(['\u00a9cmt', 'desc', 'ldes'])
const CONTAINERS: ReadonlySet<string> = new Set(['trak', 'mdia', 'minf', 'stbl'])
/** Boxes with other offsets into the file, which would have to be corrected too. */
const BOXES_WITH_FILE_OFFSETS: ReadonlySet<string> = new Set(['moof', 'mfra', 'meta'])
/** Boxes that a `moov` box must not have: a compressed header hides its offsets, and the others have offsets of their own. */
const UNSUPPORTED_IN_MOVIE: ReadonlySet<string> = new Set(['cmov', 'mvex', 'meta'])
const UINT32_MAX = 0xffff_ffff

/**
 * Adds iTunes tags to the `moov` box, and an XMP packet at the end (ISO/IEC 14496-12). Media data stay as they are; where they follow the
 * `moov` box, its offsets to them are corrected. Fragmented files are copied unchanged, because every fragment has offsets too.
 */
export const planIso: PlanCopy = async (original, metadata) => {
  const boxes = new IsoBoxes(original)
  const { boxes: top, isTruncated } = await boxes.readBoxes(0, original.size)
  const movies = top.filter(({ type }) => type === 'moov')
  const [movie] = movies
  if (isTruncated || boxes.isExhausted || top.length > MAX_CHUNKS || !movie || movies.length > 1) return null
  if (top.some(({ type, isOpen }) => isOpen || BOXES_WITH_FILE_OFFSETS.has(type))) return null
  if (await hasXmpOrC2pa(original, top)) return null
  if (movie.end - movie.start > MAX_MOVIE_BYTES) return null
  const start = startOf(movie, top)
  // A box with a 64-bit size has a 16-byte header.
  if (movie.start - start !== 8) return null
  const bytes = Buffer.from(await original.read(start, movie.end - start))
  if (bytes.byteLength < movie.end - start) return null
  const changed = addTags(bytes, tagsOf(metadata))
  if (!changed || !moveOffsets(changed, movie.end, changed.byteLength - bytes.byteLength)) return null
  return [
    { from: 0, to: start },
    { bytes: changed },
    { from: movie.end, to: original.size },
    { bytes: box('uuid', Buffer.concat([Buffer.from(XMP_UUID, 'hex'), Buffer.from(metadata.xmp)])) },
  ]
}

/** The offset at which a box with its header begins: the end of the one before it. */
function startOf(of: IsoBox, top: readonly IsoBox[]): number {
  const before = top[top.indexOf(of) - 1]
  return before ? before.end : 0
}

async function hasXmpOrC2pa(original: BufferedReader, top: readonly IsoBox[]): Promise<boolean> {
  for (const { type, start } of top) {
    if (type !== 'uuid') continue
    const id = (await original.read(start, 16)).toString('hex')
    if (id === XMP_UUID || id === C2PA_UUID) return true
  }
  return false
}

function tagsOf({ title, parameters }: Metadata): Buffer {
  const item = (name: string, text: string): Buffer => {
    const head = Buffer.alloc(8)
    // UTF-8.
    head.writeUInt32BE(1, 0)
    return box(name, box('data', Buffer.concat([head, Buffer.from(text)])))
  }
  return Buffer.concat([item('\u00a9nam', title), item('\u00a9cmt', parameters)])
}

interface Child {
  type: string
  start: number
  /** Where its content begins. */
  content: number
  end: number
}

/** The boxes in a part of a buffer; null if they don't fill it. */
function childrenOf(bytes: Buffer, start: number, end: number): Child[] | null {
  const children: Child[] = []
  let at = start
  while (at + 8 <= end && children.length < MAX_CHUNKS) {
    const size = bytes.readUInt32BE(at)
    if (size < 8 || at + size > end) return null
    children.push({
      type: bytes.toString('latin1', at + 4, at + 8),
      start: at,
      content: at + 8,
      end: at + size,
    })
    at += size
  }
  // QuickTime ends user data with four zero bytes.
  return at === end || (at + 4 === end && bytes.readUInt32BE(at) === 0) ? children : null
}

/** Adds tags to the `moov` box. Null if it already has conflicting tags or an unexpected structure. */
function addTags(movie: Buffer, tags: Buffer): Buffer | null {
  const parents: number[] = [0]
  const movieChildren = childrenOf(movie, 8, movie.byteLength)
  if (!movieChildren || movieChildren.some(({ type }) => UNSUPPORTED_IN_MOVIE.has(type))) return null
  const list = box('ilst', tags)
  const meta = box('meta', Buffer.concat([Buffer.alloc(4), METADATA_HANDLER, list]))
  const userData = movieChildren.find(({ type }) => type === 'udta')
  if (!userData) return insert(movie, movie.byteLength, box('udta', meta), parents)
  parents.push(userData.start)
  const userChildren = childrenOf(movie, userData.content, userData.end)
  if (!userChildren || userChildren.some(({ type }) => type === 'XMP_' || CONFLICTING_TAGS.has(type)))
    return null
  const oldMeta = userChildren.find(({ type }) => type === 'meta')
  if (!oldMeta) return insert(movie, userChildren.at(-1)?.end ?? userData.content, meta, parents)
  parents.push(oldMeta.start)
  // In MP4 files, version and flags precede the child boxes; QuickTime files may omit them.
  const isFull = movie.toString('latin1', oldMeta.content + 4, oldMeta.content + 8) !== 'hdlr'
  const metaChildren = childrenOf(movie, oldMeta.content + (isFull ? 4 : 0), oldMeta.end)
  const oldList = metaChildren?.find(({ type }) => type === 'ilst')
  if (!metaChildren || metaChildren.some(({ type }) => type === 'keys' || type === 'iloc')) return null
  if (!oldList) return insert(movie, oldMeta.end, list, parents)
  parents.push(oldList.start)
  const oldTags = childrenOf(movie, oldList.content, oldList.end)
  if (!oldTags || oldTags.some(({ type }) => CONFLICTING_TAGS.has(type))) return null
  const hasTitle = oldTags.some(({ type }) => type === '\u00a9nam')
  return insert(movie, oldList.end, hasTitle ? withoutFirst(tags) : tags, parents)
}

const withoutFirst = (boxes: Buffer): Buffer => boxes.subarray(boxes.readUInt32BE(0))

/** Inserts bytes at the end of nested boxes, whose sizes grow. */
function insert(movie: Buffer, at: number, bytes: Buffer, parents: readonly number[]): Buffer {
  const changed = Buffer.concat([movie.subarray(0, at), bytes, movie.subarray(at)])
  for (const parent of parents) changed.writeUInt32BE(changed.readUInt32BE(parent) + bytes.byteLength, parent)
  return changed
}

/** Adds `by` to the offsets of media data at or after `from`, in every track. False if that isn't possible. */
function moveOffsets(movie: Buffer, from: number, by: number): boolean {
  const move = (start: number, end: number): boolean => {
    const children = childrenOf(movie, start, end)
    return (
      children?.every(({ type, content, end }) => {
        if (CONTAINERS.has(type)) return move(content, end)
        if (type === 'stco') return moveTable(movie, content, end, (at) => moveUint32(movie, at, from, by), 4)
        if (type === 'co64') return moveTable(movie, content, end, (at) => moveUint64(movie, at, from, by), 8)
        // A `saio` box has offsets of encryption data, which are not corrected.
        return type !== 'saio'
      }) ?? false
    )
  }
  return move(8, movie.byteLength)
}

function moveTable(
  movie: Buffer,
  start: number,
  end: number,
  moveEntry: (at: number) => boolean,
  width: number,
): boolean {
  if (end - start < 8) return false
  const count = movie.readUInt32BE(start + 4)
  if (start + 8 + count * width > end) return false
  for (let index = 0; index < count; index++) if (!moveEntry(start + 8 + index * width)) return false
  return true
}

function moveUint32(movie: Buffer, at: number, from: number, by: number): boolean {
  const offset = movie.readUInt32BE(at)
  if (offset < from) return true
  if (offset + by > UINT32_MAX) return false
  movie.writeUInt32BE(offset + by, at)
  return true
}

function moveUint64(movie: Buffer, at: number, from: number, by: number): boolean {
  const offset = movie.readBigUInt64BE(at)
  if (offset >= BigInt(from)) movie.writeBigUInt64BE(offset + BigInt(by), at)
  return true
}

function box(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + content.byteLength)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content])
}

/** The handler box of iTunes metadata (`mdir`, `appl`). */
const METADATA_HANDLER = box('hdlr', Buffer.from('00000000000000006d6469726170706c000000000000000000', 'hex'))
