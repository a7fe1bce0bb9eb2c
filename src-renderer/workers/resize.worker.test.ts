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
        return { drawImage: () => {} }
      }
      async convertToBlob({ type }: { type: string }) {
        return { type, size: bytes[type] ?? 1 }
      }
    },
  )
}

afterEach(() => {
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

test('an image is scaled in high quality', async () => {
  fakeBrowser(request)
  expect(await resizeImage(request)).toMatchObject({
    width: 2048,
    height: 1157,
    image: { type: 'image/png' },
  })
  expect(decodes).toEqual([
    { isFile: true, options: {} },
    { isFile: false, options: { resizeWidth: 2048, resizeHeight: 1157, resizeQuality: 'high' } },
  ])
  expect(openBitmaps.size).toBe(0)
})

test.each([
  ['fits both limits', { maxWidth: 5000, maxHeight: 5000 }, { width: 5000, height: 3750 }],
  ['is as large as the limits allow', { maxWidth: 7000, maxHeight: Infinity }, { width: 7000, height: 5250 }],
  ['is not enlarged', { maxWidth: 9000, maxHeight: 9000 }, { width: 8000, height: 6000 }],
])('an image that its EXIF data rotates %s', async (_title, limits, size) => {
  fakeBrowser({ width: 8000, height: 6000 })
  expect(await resizeImage({ ...request, width: 6000, height: 8000, ...limits })).toMatchObject(size)
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
