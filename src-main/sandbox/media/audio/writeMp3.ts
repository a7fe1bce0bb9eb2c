import { setImmediate } from 'node:timers/promises'
import { Mp3Encoder } from '@breezystack/lamejs'
import { type AudioSamples, toPcm } from './pcm.ts'

/** Number of samples encoded before yielding to other work. */
const SAMPLES_PER_TURN = 1152 * 40

/** Encodes MP3 at a constant bit rate: 64 kbit/s for one channel, 128 for two. */
export async function writeMp3({ rate, channels }: AudioSamples): Promise<Buffer> {
  const encoder = new Mp3Encoder(channels.length, rate, channels.length === 1 ? 64 : 128)
  const [left = new Int16Array(), right] = channels.map(toPcm)
  const parts: Uint8Array[] = []
  for (let offset = 0; offset < left.length; offset += SAMPLES_PER_TURN) {
    await setImmediate()
    const end = offset + SAMPLES_PER_TURN
    parts.push(
      Uint8Array.from(encoder.encodeBuffer(left.subarray(offset, end), right?.subarray(offset, end))),
    )
  }
  parts.push(Uint8Array.from(encoder.flush()))
  return Buffer.concat(parts)
}
