import fontUrl from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import type { GridAsset } from '../../../src-preload/contract/types/grid.ts'
import { bridge } from '../../host/bridge.ts'
import { readFile } from '../../host/fileUrl.ts'
import { call } from '../../host/call.ts'
import type { SheetElement, Rect, SheetResponse, SheetRequest } from '../../workers/sheet.worker.ts'
import { thumbQueue } from '../thumbs/ThumbQueue.ts'
import { valueBars } from './valueBars.ts'
import { type Drawing, cornerRadius } from './planSheet.ts'

interface Options {
  drawing: Drawing
  mime: string
  onProgress: (drawn: number) => void
  signal: AbortSignal
}

/** Longest side in pixels up to which the thumbnail is drawn instead of the image. */
const MAX_THUMB_SIZE = 512
/** Maximum number of progress updates. */
const MAX_PROGRESS_STEPS = 200
/** Number of images read in advance. */
const PREFETCH_COUNT = 4
/** The same colour as that of waveforms. */
const BAR_COLOUR = '#7c7be0'

/** Draws a sheet as one image in a worker. `missing` counts the results that couldn't be read. Rejects on failure or abort. */
export async function drawSheet({
  drawing,
  mime,
  onProgress,
  signal,
}: Options): Promise<{ blob: Blob; missing: number }> {
  const worker = new Worker(new URL('../../workers/sheet.worker.ts', import.meta.url), { type: 'module' })
  try {
    const { images, ...plan } = drawing
    await request(worker, { kind: 'begin', plan, font: new URL(fontUrl, location.href).href }, signal)
    let missing = 0
    const progressInterval = Math.max(1, Math.floor(images.length / MAX_PROGRESS_STEPS))
    // Reads only a few images in advance to limit memory use.
    const pendingReads: Promise<SheetRequest | null>[] = []
    for (const index of images.keys()) {
      if (index % progressInterval === 0) onProgress(index)
      for (
        let next = index + pendingReads.length;
        next < images.length && pendingReads.length < PREFETCH_COUNT;
        next++
      )
        pendingReads.push(prepareMessage(images[next], signal))
      const message = await pendingReads.shift()
      signal.throwIfAborted()
      const response = message && (await request(worker, message, signal))
      if (!response || (response.kind === 'drawn' && response.missing)) missing++
    }
    onProgress(images.length)
    const done = await request(worker, { kind: 'end', mime }, signal)
    if (done.kind !== 'done') throw new Error('The worker returned no image')
    return { blob: done.blob, missing }
  } finally {
    worker.terminate()
  }
}

function request(worker: Worker, message: SheetRequest, signal: AbortSignal): Promise<SheetResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<SheetResponse>()
  const controller = new AbortController()
  const options = { signal: controller.signal }
  worker.addEventListener(
    'message',
    ({ data }: MessageEvent<SheetResponse>) =>
      data.kind === 'failed' ? reject(new Error(data.error)) : resolve(data),
    options,
  )
  worker.addEventListener('error', () => reject(new Error('The drawing worker failed')), options)
  signal.addEventListener('abort', () => reject(new Error('stopped')), options)
  worker.postMessage(message, [])
  return promise.finally(() => controller.abort())
}

/** The message that draws a result; null if it can't be read. */
async function prepareMessage(
  image: Drawing['images'][number] | undefined,
  signal: AbortSignal,
): Promise<SheetRequest | null> {
  if (!image) return null
  const { rect, asset } = image
  try {
    if (asset.kind === 'embedding') return { kind: 'elements', elements: await barElements(asset.id, rect) }
    const image = await readImage(asset, Math.max(rect.width, rect.height), signal)
    return { kind: 'image', rect, radius: cornerRadius(rect), ...image }
  } catch {
    return null
  }
}

async function barElements(id: string, { x, y, width, height }: Rect): Promise<SheetElement[]> {
  const { preview } = await call('library.embedding', { id })
  return valueBars(preview).map((bar) => {
    const rect = {
      x: x + bar.left * width,
      y: y + bar.top * height,
      width: bar.width * width,
      height: bar.height * height,
    }
    return { kind: 'box' as const, rect, fill: BAR_COLOUR, radius: 0 }
  })
}

interface ImageFile {
  file: Blob
  width: number | null
  height: number | null
}

/** Reads the image file if its thumbnail is too small; videos and audio files are drawn as their thumbnails. */
async function readImage(asset: GridAsset, side: number, signal: AbortSignal): Promise<ImageFile> {
  const { media } = bridge()
  const { id, kind, width, height, hasThumb } = asset
  if (kind === 'image' && (side > MAX_THUMB_SIZE || !hasThumb))
    return { file: await readFile(id), width, height }
  if (!hasThumb) await thumbQueue.create(asset, signal)
  return { file: await media.read('thumb', id), width: null, height: null }
}
