import { peaksOf } from './peaksOf.ts'

/** Samples a second are kept low: only the loudest matter, and an hour of sound must fit in memory. */
const RATE = 8000
const RATE_OF_LONG = 3000
const LONG_BYTES = 8 * 1024 * 1024

/** The waveform of an audio file file. Rejects when it cannot be decoded. */
export async function decodePeaks(bytes: ArrayBuffer, count: number): Promise<number[]> {
  const rate = bytes.byteLength > LONG_BYTES ? RATE_OF_LONG : RATE
  const sound = await new OfflineAudioContext(1, 1, rate).decodeAudioData(bytes)
  const channels = Array.from({ length: sound.numberOfChannels }, (_, at) => sound.getChannelData(at))
  return peaksOf(channels, count)
}
