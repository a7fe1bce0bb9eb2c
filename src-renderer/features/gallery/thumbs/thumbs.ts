import { bridge } from '../../../host/bridge.ts'
import { ThumbnailWorkers } from './ThumbnailWorkers.ts'
import { ThumbQueue } from './ThumbQueue.ts'

const workers = new ThumbnailWorkers()

/** The window's one maker of thumbnails. */
export const thumbs = new ThumbQueue({
  read: (id) => bridge().media.read('asset', id),
  shrink: (bytes, picture) => workers.shrink(bytes, picture),
  save: (id, webp) => bridge().media.saveThumb(id, webp),
})
