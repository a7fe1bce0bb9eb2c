import type { Metadata } from './Metadata.ts'

/** Entries that ours would contradict. */
const CONFLICTING_ENTRIES = /^(comment|description|parameters|xmp|easel_parameters)=/i

/**
 * Adds entries to a Vorbis comment (vendor, number of entries, entries; all with 32-bit lengths). Null if it is not valid or already has
 * conflicting entries.
 */
export function addToComment(comment: Buffer, metadata: Metadata): Buffer | null {
  const old = readComment(comment)
  if (!old || old.entries.some((entry) => CONFLICTING_ENTRIES.test(entry))) return null
  const hasTitle = old.entries.some((entry) => /^title=/i.test(entry))
  const entries = [
    ...(hasTitle ? [] : [`TITLE=${metadata.title}`]),
    `COMMENT=${metadata.parameters}`,
    `XMP=${metadata.xmp}`,
  ].map((entry) => withLength(Buffer.from(entry)))
  const count = Buffer.alloc(4)
  count.writeUInt32LE(old.entries.length + entries.length)
  return Buffer.concat([
    comment.subarray(0, old.start),
    count,
    comment.subarray(old.start + 4, old.end),
    ...entries,
    comment.subarray(old.end),
  ])
}

/** A comment without entries. */
export const emptyComment = (vendor: string): Buffer =>
  Buffer.concat([withLength(Buffer.from(vendor)), Buffer.alloc(4)])

/** `start`: the offset of the number of entries; `end`: the offset at which the entries end. */
function readComment(bytes: Buffer): { entries: string[]; start: number; end: number } | null {
  if (bytes.byteLength < 8) return null
  const start = 4 + bytes.readUInt32LE(0)
  if (start + 4 > bytes.byteLength) return null
  const count = bytes.readUInt32LE(start)
  const entries: string[] = []
  let at = start + 4
  for (let index = 0; index < count; index++) {
    if (at + 4 > bytes.byteLength) return null
    const end = at + 4 + bytes.readUInt32LE(at)
    if (end > bytes.byteLength) return null
    entries.push(bytes.toString('utf8', at + 4, Math.min(end, at + 44)))
    at = end
  }
  return { entries, start, end: at }
}

function withLength(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(bytes.byteLength)
  return Buffer.concat([length, bytes])
}
