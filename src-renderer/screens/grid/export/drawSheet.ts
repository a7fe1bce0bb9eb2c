import letters from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import type { GridAsset } from '../../../../src-preload/contract/types/grid.ts'
import { bridge } from '../../../host/bridge.ts'
import { call } from '../../../host/call.ts'
import type { Mark, Place, SheetAnswer, SheetAsk } from '../../../workers/SheetAsk.ts'
import { thumbs } from '../../../widgets/thumbs/thumbs.ts'
import { valueBars } from '../model/valueBars.ts'
import { type Drawing, radiusOf } from './planSheet.ts'

interface Wish {
  drawing: Drawing
  mime: string
  onProgress: (drawn: number) => void
  signal: AbortSignal
}

/** Longest side of a thumbnail: up to this it is drawn in place of the image itself. */
const THUMB = 512
/** How often progress is told, at most. */
const MAX_TOLD = 200
/** Images read at once. */
const AHEAD = 4
/** As the waveforms of audio files. */
const BARS = '#7c7be0'

/** The grid as one image, drawn in a thread of its own with an image read at a time. Rejects when it cannot be made. */
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
    const told = Math.max(1, Math.floor(pictures.length / MAX_TOLD))
    // While one is drawn the next few are read: no more are ever held.
    const coming: Promise<SheetAsk | null>[] = []
    for (const at of pictures.keys()) {
      if (at % told === 0) onProgress(at)
      for (let next = at + coming.length; next < pictures.length && coming.length < AHEAD; next++)
        coming.push(read(pictures[next], signal))
      const message = await coming.shift()
      signal.throwIfAborted()
      const answer = message && (await ask(worker, message, signal))
      if (!answer || (answer.kind === 'drawn' && answer.missing)) missing++
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

/** What the thread is to draw of a result; null where nothing can be had. */
async function read(
  picture: Drawing['pictures'][number] | undefined,
  signal: AbortSignal,
): Promise<SheetAsk | null> {
  const asset = picture?.job.asset
  if (!picture || !asset) return null
  const { place } = picture
  try {
    if (asset.kind === 'embedding') return { kind: 'marks', marks: await barsOf(asset.id, place) }
    const bytes = await readPicture(asset, Math.max(place.width, place.height), signal)
    return { kind: 'picture', place, radius: radiusOf(place), ...bytes }
  } catch {
    return null
  }
}

async function barsOf(id: string, { x, y, width, height }: Place): Promise<Mark[]> {
  const { preview } = await call('library.embedding', { id })
  return valueBars(preview).map((bar) => {
    const place = {
      x: x + bar.left * width,
      y: y + bar.top * height,
      width: bar.width * width,
      height: bar.height * height,
    }
    return { kind: 'box' as const, place, fill: BARS, radius: 0 }
  })
}

interface Picture {
  bytes: ArrayBuffer
  width: number | null
  height: number | null
}

/** The image file if its thumbnail is too small; videos and audio files have only a thumbnail. */
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
  thumbs.request(asset)
  look()
  return promise.finally(end)
}
