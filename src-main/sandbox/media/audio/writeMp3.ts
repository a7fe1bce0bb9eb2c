import { setImmediate } from 'node:timers/promises'
import { Mp3Encoder } from '@breezystack/lamejs'
import { type AudioSamples, toPcm } from './pcm.ts'

/** Samples encoded before other work gets a turn. */
const SAMPLES_PER_TURN = 1152 * 40

/** Encodes MP3 at a constant bit rate: 64 kbit/s for one channel, 128 for two. */
export async function writeMp3({ rate, channels }: AudioSamples): Promise<Buffer> {
  const encoder = new Mp3Encoder(channels.length, rate, channels.length === 1 ? 64 : 128)
  const [left = new Int16Array(), right] = channels.map(toPcm)
  const parts: Uint8Array[] = []
  for (let at = 0; at < left.length; at += SAMPLES_PER_TURN) {
    await setImmediate()
    const end = at + SAMPLES_PER_TURN
    parts.push(Uint8Array.from(encoder.encodeBuffer(left.subarray(at, end), right?.subarray(at, end))))
  }
  parts.push(Uint8Array.from(encoder.flush()))
  return Buffer.concat(parts)
}
