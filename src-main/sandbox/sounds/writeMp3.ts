import { setImmediate } from 'node:timers/promises'
import { Mp3Encoder } from '@breezystack/lamejs'
import type { Sound } from './Sound.ts'
import { toPcm } from './toPcm.ts'

/** Samples encoded between two looks at other work. */
const BLOCK = 1152 * 40

/** Encodes MP3 at a constant bit rate: 64 kbit/s for one channel, 128 for two. */
export async function writeMp3({ rate, channels }: Sound): Promise<Buffer> {
  const encoder = new Mp3Encoder(channels.length, rate, channels.length === 1 ? 64 : 128)
  const [left = new Int16Array(), right] = channels.map(toPcm)
  const parts: Uint8Array[] = []
  for (let at = 0; at < left.length; at += BLOCK) {
    await setImmediate()
    const ends = at + BLOCK
    parts.push(Uint8Array.from(encoder.encodeBuffer(left.subarray(at, ends), right?.subarray(at, ends))))
  }
  parts.push(Uint8Array.from(encoder.flush()))
  return Buffer.concat(parts)
}
