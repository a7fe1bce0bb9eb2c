import { peaksOf } from './peaksOf.ts'

/** A low sample rate suffices for peaks, and lets an hour of audio fit in memory. */
const SAMPLE_RATE = 8000
const LONG_FILE_SAMPLE_RATE = 3000
const LONG_BYTES = 8 * 1024 * 1024

/** Decodes an audio file to `count` peaks. Rejects if it can't be decoded. */
export async function decodePeaks(bytes: ArrayBuffer, count: number): Promise<number[]> {
  const rate = bytes.byteLength > LONG_BYTES ? LONG_FILE_SAMPLE_RATE : SAMPLE_RATE
  const audio = await new OfflineAudioContext(1, 1, rate).decodeAudioData(bytes)
  const channels = Array.from({ length: audio.numberOfChannels }, (_, channel) =>
    audio.getChannelData(channel),
  )
  return peaksOf(channels, count)
}
