import type { ByteWindow } from './ByteWindow.ts'
import { type Check, MAX_PARTS } from './Completeness.ts'

/** Placeholder lengths, written by programs that can't seek back to fill in the length. */
const STREAMED = new Set([0, 0xffff_ffff])

const webp: Check = async (bytes) => {
  const head = await bytes.at(0, 8)
  if (head.length < 8) return 'truncated'
  const size = head.readUInt32LE(4)
  if (STREAMED.has(size)) return 'unknown'
  return size + 8 > bytes.size ? 'truncated' : 'complete'
}

/** Checks the chunk of samples too, because it may state a length even if the file doesn't. */
const wav: Check = async (bytes) => {
  const head = await bytes.at(0, 12)
  if (head.length < 12) return 'truncated'
  const size = head.readUInt32LE(4)
  if (!STREAMED.has(size) && size + 8 > bytes.size) return 'truncated'
  const samples = await findSamples(bytes)
  if (samples === null) return STREAMED.has(size) ? 'truncated' : 'complete'
  if (samples.end > bytes.size && samples.size !== 0xffff_ffff) return 'truncated'
  return STREAMED.has(size) && STREAMED.has(samples.size) ? 'unknown' : 'complete'
}

async function findSamples(bytes: ByteWindow): Promise<{ size: number; end: number } | null> {
  let at = 12
  for (let parts = 0; parts < MAX_PARTS; parts++) {
    const head = await bytes.at(at, 8)
    if (head.length < 8) return null
    const size = head.readUInt32LE(4)
    at += 8
    if (head.toString('latin1', 0, 4) === 'data') return { size, end: at + size }
    at += size + (size & 1)
  }
  return null
}

/** Long files continue in further segments (OpenDML), whose number isn't stated. */
const avi: Check = async (bytes) => {
  const isLong = (await bytes.at(0, 65_536)).includes('odml')
  let at = 0
  for (let parts = 0; parts < MAX_PARTS && at < bytes.size; parts++) {
    const head = await bytes.at(at, 8)
    if (head.toString('latin1', 0, 4) !== 'RIFF') break
    if (head.length < 8) return 'truncated'
    const size = head.readUInt32LE(4)
    if (STREAMED.has(size)) return 'unknown'
    at += 8 + size
    if (at > bytes.size) return 'truncated'
    at += size & 1
  }
  return isLong ? 'unknown' : 'complete'
}

export const riffCompleteness = { webp, wav, avi } satisfies Record<string, Check>
