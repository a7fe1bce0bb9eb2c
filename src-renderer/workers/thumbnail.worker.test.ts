import { afterEach, expect, test, vi } from 'vitest'
import { shrink } from './thumbnail.worker.ts'

interface Size {
  width: number
  height: number
}

const file = new Blob()
const openBitmaps = new Set<Size>()

/**
 * Fakes the browser's decoder: each file is an image of the given size on screen, and scaling keeps the proportions. `hasContext`
 * is false if there is no canvas context.
 */
function fakeBrowser(shown: Size, { hasContext = true, failsToScale = false } = {}) {
  const canvases: Size[] = []
  const scale = ({ width, height }: Size, { resizeWidth, resizeHeight }: ImageBitmapOptions): Size => {
    const factor = resizeWidth ? resizeWidth / width : resizeHeight ? resizeHeight / height : 1
    return { width: Math.round(width * factor), height: Math.round(height * factor) }
  }
  vi.stubGlobal('createImageBitmap', async (image: Blob | Size, options: ImageBitmapOptions = {}) => {
    if (!(image instanceof Blob) && failsToScale) throw new Error('no memory')
    const bitmap = {
      ...scale(image instanceof Blob ? shown : image, options),
      close: () => openBitmaps.delete(bitmap),
    }
    openBitmaps.add(bitmap)
    return bitmap
  })
  class FakeCanvas {
    constructor(width: number, height: number) {
      canvases.push({ width, height })
    }
    getContext() {
      return hasContext ? { drawImage: () => {} } : null
    }
    async convertToBlob() {
      return { arrayBuffer: async () => new ArrayBuffer(8) }
    }
  }
  vi.stubGlobal('OffscreenCanvas', FakeCanvas)
  return canvases
}

afterEach(() => {
  openBitmaps.clear()
})

test.each([
  ['a large image', { width: 4000, height: 3000 }, { width: 512, height: 384 }],
  ['a tall image', { width: 300, height: 3000 }, { width: 51, height: 512 }],
  ['a small image', { width: 300, height: 200 }, { width: 300, height: 200 }],
])('%s of known and of unknown size is at most 512 px on its longest side', async (_, size, thumbnail) => {
  const canvases = fakeBrowser(size)
  await shrink({ file, ...size })
  await shrink({ file, width: null, height: null })
  expect(canvases).toEqual([thumbnail, thumbnail])
  expect(openBitmaps.size).toBe(0)
})

test('an image rotated by its EXIF data is at most 512 px on its longest side', async () => {
  const canvases = fakeBrowser({ width: 3000, height: 4000 })
  await shrink({ file, width: 4000, height: 3000 })
  expect(canvases).toEqual([{ width: 384, height: 512 }])
})

test('fails without a canvas context instead of returning an empty thumbnail', async () => {
  const size = { width: 300, height: 200 }
  fakeBrowser(size, { hasContext: false })
  await expect(shrink({ file, ...size })).rejects.toThrow('no canvas context')
  expect(openBitmaps.size).toBe(0)
})

test('closes the image if scaling it fails', async () => {
  fakeBrowser({ width: 4000, height: 3000 }, { failsToScale: true })
  await expect(shrink({ file, width: null, height: null })).rejects.toThrow('no memory')
  expect(openBitmaps.size).toBe(0)
})
