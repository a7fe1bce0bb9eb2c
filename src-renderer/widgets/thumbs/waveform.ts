/** Amplitudes (0 to 1) below this count as silence. */
const SILENCE = 1e-4

/**
 * The peak of each of `count` equal sections of an audio file over all channels, scaled so that the highest is 1. Silence
 * stays 0.
 */
export function computePeaks(channels: readonly Float32Array[], count: number): number[] {
  const length = channels[0]?.length ?? 0
  const peaks = Array.from({ length: count }, (_, index) => {
    const start = Math.floor((index * length) / count)
    const end = Math.max(start + 1, Math.floor(((index + 1) * length) / count))
    return Math.max(0, ...channels.map((channel) => maxAmplitude(channel, start, Math.min(end, length))))
  })
  const highest = Math.max(...peaks, 0)
  // Scaling would amplify the encoder's noise.
  return highest < SILENCE ? peaks.map(() => 0) : peaks.map((peak) => peak / highest)
}

function maxAmplitude(channel: Float32Array, start: number, end: number): number {
  let peak = 0
  for (let index = start; index < end; index++) peak = Math.max(peak, Math.abs(channel[index] ?? 0))
  return peak
}

/** Samples per second. A low rate suffices for peaks, and lets an hour of audio fit in memory. */
const SAMPLE_RATE = 8000
const LARGE_FILE_SAMPLE_RATE = 3000
/** Larger files, in bytes, are decoded at the lower rate. */
const LARGE_FILE_BYTES = 8 * 1024 * 1024

/** Decodes an audio file to `count` peaks. Rejects if it can't be decoded. */
export async function decodePeaks(file: Blob, count: number): Promise<number[]> {
  const rate = file.size > LARGE_FILE_BYTES ? LARGE_FILE_SAMPLE_RATE : SAMPLE_RATE
  const audio = await new OfflineAudioContext(1, 1, rate).decodeAudioData(await file.arrayBuffer())
  const channels = Array.from({ length: audio.numberOfChannels }, (_, channel) =>
    audio.getChannelData(channel),
  )
  return computePeaks(channels, count)
}

/** Size of the drawing in pixels, its number of bars, and the number of bars that fit into the margin on each side. */
const WIDTH = 448
const HEIGHT = 320
const BAR_COUNT = 64
const MARGIN_BARS = 4
/** Height of the loudest bar, and width of a bar, as fractions of the space they have. */
const MAX_BAR_HEIGHT = 0.56
const BAR_WIDTH = 0.62
/** Height of the bars of silence in pixels. */
const MIN_BAR_HEIGHT_PX = 3
/** The middle of the accent scale is visible on light and dark backgrounds. */
const COLOUR = '#7c7be0'

/** Draws the waveform of an audio file on a transparent background. Rejects if it can't be decoded. */
export async function drawWaveform(file: Blob): Promise<ArrayBuffer> {
  const peaks = await decodePeaks(file, BAR_COUNT)
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('No 2D canvas context')
  context.fillStyle = COLOUR
  const step = WIDTH / (BAR_COUNT + 2 * MARGIN_BARS)
  for (const [index, peak] of peaks.entries()) {
    const height = Math.max(MIN_BAR_HEIGHT_PX, peak * HEIGHT * MAX_BAR_HEIGHT)
    context.beginPath()
    context.roundRect((index + MARGIN_BARS) * step, (HEIGHT - height) / 2, step * BAR_WIDTH, height, 2)
    context.fill()
  }
  return (await canvas.convertToBlob({ type: 'image/webp', quality: 0.9 })).arrayBuffer()
}
