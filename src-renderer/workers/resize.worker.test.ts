import { afterEach, expect, test, vi } from 'vitest'
import { resizeImage } from './resize.worker.ts'

interface Size {
  width: number
  height: number
}

const openBitmaps = new Set<Size>()
const decodes: { isFile: boolean; options: ImageBitmapOptions }[] = []

/** Fakes the browser's decoder: each file is an image of the given size on screen. `bytes`: the size of a file by its type. */
function fakeBrowser(shown: Size, bytes: Record<string, number> = {}) {
  vi.stubGlobal('createImageBitmap', async (image: Blob | Size, options: ImageBitmapOptions = {}) => {
    decodes.push({ isFile: image instanceof Blob, options })
    const from = image instanceof Blob ? shown : image
    const width = options.resizeWidth ?? from.width
    const height = options.resizeHeight ?? Math.round((from.height * width) / from.width)
    const bitmap = { width, height, close: () => openBitmaps.delete(bitmap) }
    openBitmaps.add(bitmap)
    return bitmap
  })
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext() {
        return { transferFromImageBitmap: (bitmap: Size) => openBitmaps.delete(bitmap) }
      }
      async convertToBlob({ type }: { type: string }) {
        return { type, size: bytes[type] ?? 1 }
      }
    },
  )
}

afterEach(() => {
  vi.unstubAllGlobals()
  openBitmaps.clear()
  decodes.length = 0
})

const request = {
  file: new Blob(),
  width: 2720,
  height: 1536,
  maxWidth: 2048,
  maxHeight: 2048,
  maxBytes: 100,
  encodings: [{ mime: 'image/png' }, { mime: 'image/jpeg', quality: 0.95 }],
} as const

test('an image is scaled while it is decoded, in high quality', async () => {
  fakeBrowser(request)
  expect(await resizeImage(request)).toMatchObject({
    width: 2048,
    height: 1157,
    image: { type: 'image/png' },
  })
  expect(decodes).toEqual([{ isFile: true, options: { resizeWidth: 2048, resizeQuality: 'high' } }])
})

test('an image rotated by its EXIF data still fits', async () => {
  fakeBrowser({ width: 1536, height: 2720 })
  expect(await resizeImage(request)).toMatchObject({ width: 1156, height: 2048 })
  expect(openBitmaps.size).toBe(0)
})

test('the first encoding whose file is small enough is used', async () => {
  fakeBrowser(request, { 'image/png': 101 })
  expect(await resizeImage(request)).toMatchObject({ image: { type: 'image/jpeg' } })
  fakeBrowser(request, { 'image/png': 101, 'image/jpeg': 101 })
  expect(await resizeImage(request)).toEqual({ failure: 'bytes' })
})

test('an image with too many pixels is not decoded', async () => {
  fakeBrowser(request)
  expect(await resizeImage({ ...request, width: 20_000, height: 20_000 })).toEqual({ failure: 'image' })
  expect(decodes).toEqual([])
})
