import letters from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import type { GridAsset } from '../../../../src-preload/contract/types/grid.ts'
import { bridge } from '../../../host/bridge.ts'
import type { SheetAnswer, SheetAsk } from '../../../workers/SheetAsk.ts'
import { thumbs } from '../../gallery/thumbs/thumbs.ts'
import { type Drawing, radiusOf } from './planSheet.ts'

interface Wish {
  drawing: Drawing
  mime: string
  onProgress: (drawn: number) => void
  signal: AbortSignal
}

/** Longest side of a thumbnail: up to this it is drawn in place of the picture itself. */
const THUMB = 512

/** The grid as one picture, drawn in a thread of its own with a picture read at a time. Rejects when it cannot be made. */
export async function drawSheet({
  drawing,
  mime,
  onProgress,
  signal,
}: Wish): Promise<{ blob: Blob; missing: number }> {
  const worker = new Worker(new URL('../../../workers/sheet.worker.ts', import.meta.url), { type: 'module' })
  try {
    const { pictures, ...plan } = drawing
    await ask(worker, { kind: 'begin', plan, font: new URL(letters, location.href).href }, signal)
    let missing = 0
    for (const [at, { place, job }] of pictures.entries()) {
      onProgress(at)
      const bytes =
        job.asset &&
        (await readPicture(job.asset, Math.max(place.width, place.height), signal).catch(() => null))
      signal.throwIfAborted()
      if (!bytes) {
        missing++
        continue
      }
      const answer = await ask(worker, { kind: 'picture', place, radius: radiusOf(place), ...bytes }, signal)
      if (answer.kind === 'drawn' && answer.missing) missing++
    }
    onProgress(pictures.length)
    const done = await ask(worker, { kind: 'end', mime }, signal)
    if (done.kind !== 'done') throw new Error('The sheet did not come')
    return { blob: done.blob, missing }
  } finally {
    worker.terminate()
  }
}

function ask(worker: Worker, message: SheetAsk, signal: AbortSignal): Promise<SheetAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<SheetAnswer>()
  const end = new AbortController()
  const on = { signal: end.signal }
  worker.addEventListener(
    'message',
    ({ data }: MessageEvent<SheetAnswer>) =>
      data.kind === 'failed' ? reject(new Error(data.error)) : resolve(data),
    on,
  )
  worker.addEventListener('error', () => reject(new Error('The thread that draws ended')), on)
  signal.addEventListener('abort', () => reject(new Error('stopped')), on)
  worker.postMessage(message, message.kind === 'picture' ? [message.bytes] : [])
  return promise.finally(() => end.abort())
}

interface Picture {
  bytes: ArrayBuffer
  width: number | null
  height: number | null
}

/** A picture's own file where its thumbnail would be too small; of clips and sounds the thumbnail is all there is. */
async function readPicture(asset: GridAsset, side: number, signal: AbortSignal): Promise<Picture> {
  const { media } = bridge()
  const { id, kind, width, height, hasThumb } = asset
  if (kind === 'image' && (side > THUMB || !hasThumb))
    return { bytes: await media.read('asset', id), width, height }
  if (!hasThumb) await made(asset, signal)
  return { bytes: await media.read('thumb', id), width: null, height: null }
}

/** Waits for a thumbnail that the library lacks. */
async function made(asset: GridAsset, signal: AbortSignal): Promise<void> {
  const { id } = asset
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const look = () => {
    const state = thumbs.state(id)
    if (state === 'ready') resolve()
    else if (state === 'failed') reject(new Error('It has no picture'))
  }
  const end = thumbs.subscribe(id, look)
  signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true })
  thumbs.ask(asset)
  look()
  return promise.finally(end)
}
