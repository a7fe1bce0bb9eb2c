import type { ByteWindow } from './ByteWindow.ts'
import { type Check, MAX_PARTS } from './Completeness.ts'

const SEGMENT = 0x18538067
const CLUSTER = 0x1f43b675

interface Element {
  id: number
  /** Null if unknown, as in a live stream. */
  size: number | null
  content: number
}

/** Elements of a WebM or Matroska file (RFC 8794). A segment of a known size must end in the file; one of unknown size is walked. */
export const webmCompleteness: Check = async (bytes) => {
  let at = 0
  let isInSegment = false
  for (let parts = 0; parts < MAX_PARTS && at < bytes.size; parts++) {
    const element = await elementAt(bytes, at)
    if (element === 'truncated') return 'truncated'
    if (element === 'invalid') return 'unknown'
    const { id, size, content } = element
    if (size === null) {
      if (id !== SEGMENT && id !== CLUSTER) return 'unknown'
      isInSegment = true
      at = content
      continue
    }
    at = content + size
    if (at > bytes.size) return 'truncated'
    if (id === SEGMENT) return 'complete'
  }
  return isInSegment || at < bytes.size ? 'unknown' : 'truncated'
}

async function elementAt(bytes: ByteWindow, at: number): Promise<Element | 'truncated' | 'invalid'> {
  const head = await bytes.at(at, 12)
  const idLength = Math.clz32(head[0] ?? 0) - 23
  if (idLength > 4) return 'invalid'
  const first = head[idLength]
  if (first === undefined) return 'truncated'
  const sizeLength = Math.clz32(first) - 23
  if (sizeLength > 8) return 'invalid'
  if (head.length < idLength + sizeLength) return 'truncated'
  let size = first & (0xff >> sizeLength)
  let isUnknown = size === 0xff >> sizeLength
  for (const byte of head.subarray(idLength + 1, idLength + sizeLength)) {
    size = size * 256 + byte
    isUnknown &&= byte === 0xff
  }
  return {
    id: head.readUIntBE(0, idLength),
    size: isUnknown ? null : size,
    content: at + idLength + sizeLength,
  }
}
