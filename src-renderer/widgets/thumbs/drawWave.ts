import { decodePeaks } from './decodePeaks.ts'

const WIDTH = 448
const HEIGHT = 320
const BARS = 64
/** Middle of the accent scale: seen on light and on dark ground. */
const COLOUR = '#7c7be0'

/** An audio file as a small image: its waveform on no ground. Rejects when it cannot be decoded. */
export async function drawWave(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  const peaks = await decodePeaks(bytes, BARS)
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT)
  const pen = canvas.getContext('2d')
  if (pen === null) throw new Error('There is nothing to draw with')
  pen.fillStyle = COLOUR
  const step = WIDTH / (BARS + 8)
  for (const [at, peak] of peaks.entries()) {
    const height = Math.max(3, peak * HEIGHT * 0.56)
    pen.beginPath()
    pen.roundRect((at + 4) * step, (HEIGHT - height) / 2, step * 0.62, height, 2)
    pen.fill()
  }
  return (await canvas.convertToBlob({ type: 'image/webp', quality: 0.9 })).arrayBuffer()
}
