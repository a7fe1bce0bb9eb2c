import { bridge } from '../../host/bridge.ts'
import { ThumbQueue, type ThumbSource } from './ThumbQueue.ts'
import { ThumbnailWorkers } from './ThumbnailWorkers.ts'

/** Longest side of a thumbnail in pixels. */
const LONG_SIDE = 512

const workers = new ThumbnailWorkers()

/** Creates a thumbnail: the image scaled down, a video's first frame, or an audio file's waveform. */
async function makeThumb(bytes: ArrayBuffer, source: ThumbSource): Promise<ArrayBuffer> {
  if (source.kind === 'video') {
    const { readFrame } = await import('./readFrame.ts')
    const frame = await readFrame(bytes, source.mime, { at: 0, longSide: LONG_SIDE, type: 'image/webp' })
    return frame.arrayBuffer()
  }
  if (source.kind === 'audio') {
    const { drawWaveform } = await import('./drawWaveform.ts')
    return drawWaveform(bytes)
  }
  return workers.shrink(bytes, source)
}

/** The window's thumbnail queue. */
export const thumbs = new ThumbQueue({
  read: (id) => bridge().media.read('asset', id),
  shrink: makeThumb,
  save: (id, webp) => bridge().media.saveThumb(id, webp),
})
