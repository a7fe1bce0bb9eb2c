import type { ByteWindow } from './ByteWindow.ts'
import { type Check, MAX_PARTS } from './Completeness.ts'

/** What programs write that can't go back to fill in the length. */
const STREAMED = new Set([0, 0xffff_ffff])

const webp: Check = async (bytes) => {
  const head = await bytes.at(0, 8)
  if (head.length < 8) return 'cut'
  const size = head.readUInt32LE(4)
  if (STREAMED.has(size)) return 'unknown'
  return size + 8 > bytes.size ? 'cut' : 'whole'
}

/** The samples are what counts: their chunk may have a length where the file has none. */
const wav: Check = async (bytes) => {
  const head = await bytes.at(0, 12)
  if (head.length < 12) return 'cut'
  const size = head.readUInt32LE(4)
  if (!STREAMED.has(size) && size + 8 > bytes.size) return 'cut'
  const samples = await findSamples(bytes)
  if (samples === null) return STREAMED.has(size) ? 'cut' : 'whole'
  if (samples.end > bytes.size && samples.size !== 0xffff_ffff) return 'cut'
  return STREAMED.has(size) && STREAMED.has(samples.size) ? 'unknown' : 'whole'
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

/** Long files go on in further segments (OpenDML), of which nothing tells how many there are. */
const avi: Check = async (bytes) => {
  const isLong = (await bytes.at(0, 65_536)).includes('odml')
  let at = 0
  for (let parts = 0; parts < MAX_PARTS && at < bytes.size; parts++) {
    const head = await bytes.at(at, 8)
    if (head.toString('latin1', 0, 4) !== 'RIFF') break
    if (head.length < 8) return 'cut'
    const size = head.readUInt32LE(4)
    if (STREAMED.has(size)) return 'unknown'
    at += 8 + size
    if (at > bytes.size) return 'cut'
    at += size & 1
  }
  return isLong ? 'unknown' : 'whole'
}

export const riffCompleteness = { webp, wav, avi } satisfies Record<string, Check>
