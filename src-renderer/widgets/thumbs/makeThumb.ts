import type { Picture } from './ThumbQueue.ts'
import { ThumbnailWorkers } from './ThumbnailWorkers.ts'

/** Longest side of a thumbnail in pixels. */
const LONG_SIDE = 512

const workers = new ThumbnailWorkers()

/** The small image of a file: itself shrunk, a video's first frame, or an audio file's waveform. */
export async function makeThumb(bytes: ArrayBuffer, picture: Picture): Promise<ArrayBuffer> {
  if (picture.kind === 'video') {
    const { readFrame } = await import('./readFrame.ts')
    const frame = await readFrame(bytes, picture.mime, { at: 0, longSide: LONG_SIDE, type: 'image/webp' })
    return frame.arrayBuffer()
  }
  if (picture.kind === 'audio') {
    const { drawWave } = await import('./drawWave.ts')
    return drawWave(bytes)
  }
  return workers.shrink(bytes, picture)
}
