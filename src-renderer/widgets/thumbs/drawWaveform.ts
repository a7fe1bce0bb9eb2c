import { decodePeaks } from './peaks.ts'

const WIDTH = 448
const HEIGHT = 320
const BARS = 64
/** The middle of the accent scale is visible on light and dark backgrounds. */
const COLOUR = '#7c7be0'

/** Draws the waveform of an audio file on a transparent background. Rejects if it can't be decoded. */
export async function drawWaveform(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  const peaks = await decodePeaks(bytes, BARS)
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('No 2D canvas context')
  context.fillStyle = COLOUR
  const step = WIDTH / (BARS + 8)
  for (const [index, peak] of peaks.entries()) {
    const height = Math.max(3, peak * HEIGHT * 0.56)
    context.beginPath()
    context.roundRect((index + 4) * step, (HEIGHT - height) / 2, step * 0.62, height, 2)
    context.fill()
  }
  return (await canvas.convertToBlob({ type: 'image/webp', quality: 0.9 })).arrayBuffer()
}
