import { useEffect } from 'react'
import { create } from 'zustand'
import type { RouteInput, RouteOutput } from '../../../src-preload/contract/routes.ts'
import { bridge } from '../../host/bridge.ts'
import { call } from '../../host/call.ts'
import { askWorker } from '../../lib/askWorker.ts'
import { hasTooManyPixels } from '../../lib/hasTooManyPixels.ts'
import { oneAtATime } from '../../lib/oneAtATime.ts'
import type { ImageHashRequest, ImageHashResponse } from '../../workers/imageHash.worker.ts'
import { thumbQueue } from '../thumbs/ThumbQueue.ts'

type Page = RouteOutput<'images.unhashed'>
type Image = Page['images'][number]

export interface Dependencies {
  /** Runs one page at a time, in only one of the studio's windows. */
  exclusively: (run: () => Promise<void>) => Promise<void>
  listMissing: (before: string | null) => Promise<Page>
  /** Creates the thumbnail of an image that has none; false if that fails. */
  createThumb: (image: Image) => Promise<boolean>
  /** Reads the thumbnail or the file of an image. */
  read: (kind: 'thumb' | 'asset', id: string) => Promise<Blob>
  /** Null if the file can't be decoded. Rejects if that isn't known. */
  hash: (file: Blob) => Promise<string | null>
  save: (input: RouteInput<'images.save_hash'>) => Promise<void>
  wait: (ms: number) => Promise<void>
  isVisible: () => boolean
}

/** What this window knows of the hashes. */
export const imageHashing = create<{
  /** Number of images whose files this window couldn't read. */
  unreadable: number
}>(() => ({ unreadable: 0 }))

/** Pause after each image, so that the window stays responsive and the disk isn't kept busy. */
const PAUSE_MS = 40
/** Pause while the window is hidden, and after a failed call. */
const LONG_PAUSE_MS = 10_000

/**
 * Computes the perceptual hashes that are missing, one image at a time, until all were tried or `signal` is aborted. Skips the images in
 * `failed`, and adds those that can't be read.
 */
export async function hashImages(
  dependencies: Dependencies,
  signal: AbortSignal,
  failed = new Set<string>(),
): Promise<void> {
  const { exclusively, listMissing, save, wait, isVisible } = dependencies
  let before: string | null = null
  let isDone = false
  const hashPage = async (): Promise<void> => {
    const { images, next } = await listMissing(before)
    for (const image of images) {
      if (failed.has(image.id)) continue
      // Another window can continue.
      if (signal.aborted || !isVisible()) return
      const hash = await hashImage(image, dependencies).catch(() => undefined)
      if (hash === undefined && signal.aborted) return
      if (hash === undefined) failed.add(image.id)
      else await save({ id: image.id, hash })
      await wait(PAUSE_MS)
    }
    before = next
    isDone = next === null
  }
  while (!signal.aborted && !isDone) {
    if (!isVisible()) {
      await wait(LONG_PAUSE_MS)
      continue
    }
    try {
      await exclusively(hashPage)
      imageHashing.setState({ unreadable: failed.size })
    } catch {
      // A studio that doesn't respond is reported elsewhere.
      await wait(LONG_PAUSE_MS)
    }
  }
}

/** The hash of an image; null if it has none. Rejects if the image can't be read. */
async function hashImage(image: Image, dependencies: Dependencies): Promise<string | null> {
  const file = await readImage(image, dependencies)
  return file && dependencies.hash(file)
}

/**
 * The thumbnail, or the file if none can be created; null for an image with too many pixels. Rejects if neither can be read. A new thumbnail is
 * kept, so that the full-size file is decoded only once, here or in the gallery.
 */
async function readImage(
  image: Image,
  { read, createThumb }: Pick<Dependencies, 'read' | 'createThumb'>,
): Promise<Blob | null> {
  if (hasTooManyPixels(image)) return null
  const readFile = () => read('asset', image.id)
  const hasThumb = image.hasThumb || (await createThumb(image))
  return hasThumb ? read('thumb', image.id).catch(readFile) : readFile()
}

const IMAGES_PER_REQUEST = 50

interface ImageHasher {
  /** Hashes all unhashed images but those that couldn't be read. A call during a run causes another run after it. */
  hash: () => void
  /** Also hashes images that couldn't be read. */
  retry: () => void
}

/** Hashes images until `signal` is aborted. An image that can't be read is tried once. */
export function makeImageHasher(dependencies: Dependencies, signal: AbortSignal): ImageHasher {
  const failed = new Set<string>()
  const hash = oneAtATime(() => hashImages(dependencies, signal, failed))
  return {
    hash,
    retry: () => {
      failed.clear()
      hash()
    },
  }
}

/** Computes missing hashes while the window is open, including those of results that arrive meanwhile. */
export function useImageHashes(): void {
  useEffect(() => {
    const controller = new AbortController()
    const { hash, retry } = makeImageHasher(studioDependencies(controller.signal), controller.signal)
    hash()
    const unsubscribe = bridge().onEvent((event) => {
      if (event.type === 'library.changed' && event.added > 0) hash()
      // The images may be readable again.
      if (event.type === 'disk.changed') retry()
    })
    return () => {
      unsubscribe()
      controller.abort()
    }
  }, [])
}

/** Name of the lock that all windows of the studio share. */
const LOCK = 'easel.image-hashes'

/** Reads images from the studio and hashes them in a worker, which ends when there are none left or on abort. */
function studioDependencies(signal: AbortSignal): Dependencies {
  let worker: Worker | undefined
  const endWorker = () => {
    worker?.terminate()
    worker = undefined
  }
  signal.addEventListener('abort', endWorker)
  const { media } = bridge()
  return {
    exclusively: (run) => navigator.locks.request(LOCK, { signal }, run),
    createThumb: ({ id, kind, width, height }) =>
      thumbQueue.create({ id, kind, width, height }, signal).then(
        () => true,
        () => false,
      ),
    listMissing: async (before) => {
      const page = await call('images.unhashed', { before, limit: IMAGES_PER_REQUEST })
      if (page.next === null) endWorker()
      return page
    },
    read: (kind, id) => media.read(kind, id),
    hash: async (file) => {
      signal.throwIfAborted()
      worker ??= new Worker(new URL('../../workers/imageHash.worker.ts', import.meta.url), { type: 'module' })
      try {
        const request: ImageHashRequest = { file }
        return (await askWorker<ImageHashResponse>(worker, request, signal)).hash
      } catch (error) {
        endWorker()
        throw error
      }
    },
    save: (input) => call('images.save_hash', input),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    isVisible: () => document.visibilityState === 'visible',
  }
}
