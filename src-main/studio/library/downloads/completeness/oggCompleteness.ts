import { type Check, MAX_PARTS } from './Completeness.ts'

const BEGINS = 2
const ENDS = 4

/** Pages (RFC 3533 §6): each logical stream must have a last page. */
export const oggCompleteness: Check = async (bytes) => {
  const open = new Set<number>()
  let at = 0
  for (let parts = 0; at < bytes.size; parts++) {
    const head = await bytes.at(at, 27 + 255)
    const segments = head[26]
    if (!'OggS'.startsWith(head.toString('latin1', 0, 4))) return open.size === 0 ? 'complete' : 'unknown'
    if (segments === undefined || head.length < 27 + segments) return 'truncated'
    const serial = head.readUInt32LE(14)
    const flags = head[5] ?? 0
    if (flags & BEGINS) open.add(serial)
    if (flags & ENDS) open.delete(serial)
    at += 27 + segments
    for (const length of head.subarray(27, 27 + segments)) at += length
    if (at > bytes.size) return 'truncated'
    if (parts > MAX_PARTS) return 'unknown'
  }
  return open.size === 0 ? 'complete' : 'truncated'
}
