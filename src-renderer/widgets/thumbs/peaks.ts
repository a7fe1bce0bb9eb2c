/**
 * The peak of each of `count` equal sections of an audio file over all channels, scaled so that the highest is 1. Silence
 * stays 0.
 */
export function peaksOf(channels: readonly Float32Array[], count: number): number[] {
  const length = channels[0]?.length ?? 0
  const peaks = Array.from({ length: count }, (_, index) => {
    const start = Math.floor((index * length) / count)
    const end = Math.max(start + 1, Math.floor(((index + 1) * length) / count))
    return Math.max(0, ...channels.map((channel) => loudest(channel, start, Math.min(end, length))))
  })
  const highest = Math.max(...peaks, 0)
  return highest < 1e-4 ? peaks.map(() => 0) : peaks.map((peak) => peak / highest)
}

function loudest(channel: Float32Array, start: number, end: number): number {
  let peak = 0
  for (let index = start; index < end; index++) peak = Math.max(peak, Math.abs(channel[index] ?? 0))
  return peak
}

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
