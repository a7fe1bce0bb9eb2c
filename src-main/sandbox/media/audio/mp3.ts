import { setImmediate } from 'node:timers/promises'
import { Mp3Encoder } from '@breezystack/lamejs'
import type { AudioTrack } from '../videos/tracks.ts'
import { type AudioSamples, toPcm } from './pcm.ts'

/** Sample rates of MPEG-1 in hertz. MPEG-2 has half of them, MPEG-2.5 a quarter. */
const MPEG1_SAMPLE_RATES = [44100, 48000, 32000]
/** Kilobits per second, by the index in a frame's header. */
const BITRATES_MPEG1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const BITRATES_MPEG2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]

/** Splits an MP3 file into its frames; null when it isn't MP3 or its sample rate changes. */
export function readMp3(bytes: Buffer): AudioTrack | null {
  const track: AudioTrack = { sampleRate: 0, channels: 0, samplesPerFrame: 0, frames: [] }
  for (let offset = findTagEnd(bytes); offset + 4 <= bytes.length;) {
    const header = readFrameHeader(bytes, offset)
    if (!header) break
    const { size, sampleRate, channels, samplesPerFrame } = header
    if (track.frames.length === 0) Object.assign(track, { sampleRate, channels, samplesPerFrame })
    else if (sampleRate !== track.sampleRate) return null
    if (offset + size > bytes.length) break
    track.frames.push(bytes.subarray(offset, offset + size))
    offset += size
  }
  return track.frames.length > 1 ? track : null
}

/** The offset of the first frame: behind the ID3 tag, if there is one. */
function findTagEnd(bytes: Buffer): number {
  if (bytes.toString('latin1', 0, 3) !== 'ID3') return 0
  return 10 + [6, 7, 8, 9].reduce((size, offset) => size * 128 + ((bytes[offset] ?? 0) & 127), 0)
}

/** `size` is the number of bytes of the frame; null when there is no MP3 frame at the offset. */
function readFrameHeader(bytes: Buffer, offset: number) {
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes.subarray(offset, offset + 4)
  const isLayer3 = first === 0xff && (second & 0xe6) === 0xe2
  // 3 is MPEG-1, 2 is MPEG-2, 0 is MPEG-2.5, 1 is invalid.
  const version = (second >> 3) & 3
  const rate = MPEG1_SAMPLE_RATES[(third >> 2) & 3]
  const kilobits = (version === 3 ? BITRATES_MPEG1 : BITRATES_MPEG2)[third >> 4]
  if (!isLayer3 || version === 1 || !rate || !kilobits) return null
  const sampleRate = version === 3 ? rate : version === 2 ? rate / 2 : rate / 4
  const samplesPerFrame = version === 3 ? 1152 : 576
  const size = Math.floor(((samplesPerFrame / 8) * kilobits * 1000) / sampleRate) + ((third >> 1) & 1)
  return { size, sampleRate, channels: fourth >> 6 === 3 ? 1 : 2, samplesPerFrame }
}

/** Number of samples encoded before yielding to other work. */
const SAMPLES_BEFORE_YIELD = 1152 * 40

/** Encodes MP3 at a constant bit rate: 64 kbit/s for one channel, 128 for two. */
export async function writeMp3({ rate, channels }: AudioSamples): Promise<Buffer> {
  const encoder = new Mp3Encoder(channels.length, rate, channels.length === 1 ? 64 : 128)
  const [left = new Int16Array(), right] = channels.map(toPcm)
  const chunks: Uint8Array[] = []
  for (let offset = 0; offset < left.length; offset += SAMPLES_BEFORE_YIELD) {
    await setImmediate()
    const end = offset + SAMPLES_BEFORE_YIELD
    chunks.push(
      Uint8Array.from(encoder.encodeBuffer(left.subarray(offset, end), right?.subarray(offset, end))),
    )
  }
  chunks.push(Uint8Array.from(encoder.flush()))
  return Buffer.concat(chunks)
}
