import { MAX_CHUNKS, type PlanCopy } from './Metadata.ts'
import { addToComment, emptyComment } from './vorbisComment.ts'

const COMMENT = 4
const MAX_BLOCK_BYTES = 0xff_ffff
const LAST = 0x80

/** Adds entries to the comment of a FLAC file, or a comment after the first block if there is none (RFC 9639 §8). */
export const planFlac: PlanCopy = async (original, metadata) => {
  if ((await original.read(0, 4)).toString('latin1') !== 'fLaC') return null
  let old: { from: number; to: number } | null = null
  let [position, isLast, firstEnd] = [4, false, 0]
  let lastStart = 0
  for (let count = 0; !isLast; count++) {
    const head = await original.read(position, 4)
    if (head.byteLength < 4 || count === MAX_CHUNKS) return null
    isLast = (head.readUInt8(0) & LAST) !== 0
    const [type, end] = [head.readUInt8(0) & 0x7f, position + 4 + head.readUIntBE(1, 3)]
    if (end > original.size) return null
    if (type === COMMENT) old = { from: position, to: end }
    if (count === 0) firstEnd = end
    lastStart = position
    position = end
  }
  const at = old ?? { from: firstEnd, to: firstEnd }
  const before = old ? await original.read(old.from + 4, old.to - old.from - 4) : emptyComment('Easel')
  const comment = addToComment(before, metadata)
  if (!comment || comment.byteLength > MAX_BLOCK_BYTES) return null
  // A comment is the last block if it replaces the last one, or if it follows the only one.
  const isLastBlock = old ? old.from === lastStart : lastStart === 4
  const head = Buffer.alloc(4)
  head.writeUInt8(COMMENT | (isLastBlock ? LAST : 0), 0)
  head.writeUIntBE(comment.byteLength, 1, 3)
  const first = Buffer.from(await original.read(4, 1))
  if (!old && isLastBlock) first.writeUInt8(first.readUInt8(0) & 0x7f, 0)
  return [
    { from: 0, to: 4 },
    { bytes: first },
    { from: 5, to: at.from },
    { bytes: Buffer.concat([head, comment]) },
    { from: at.to, to: original.size },
  ]
}
