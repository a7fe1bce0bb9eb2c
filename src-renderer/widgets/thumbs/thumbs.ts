import { bridge } from '../../host/bridge.ts'
import { makeThumb } from './makeThumb.ts'
import { ThumbQueue } from './ThumbQueue.ts'

/** The window's thumbnail queue. */
export const thumbs = new ThumbQueue({
  read: (id) => bridge().media.read('asset', id),
  shrink: makeThumb,
  save: (id, webp) => bridge().media.saveThumb(id, webp),
})
