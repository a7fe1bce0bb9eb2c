import { expect, test, vi } from 'vitest'
import { bridge, setBridge } from '../../../host/bridge.ts'
import { fakeViewerStudio } from '../testing/viewerTesting.ts'
import { differingShare, readDifference, sharePercent } from './pixelDifference.ts'

const pixels = (...values: number[][]) => new Uint8ClampedArray(values.flat())

test('the share counts pixels in which any channel differs visibly', () => {
  const a = pixels([0, 0, 0, 255], [10, 10, 10, 255], [0, 0, 0, 255], [5, 5, 5, 255])
  const b = pixels([0, 0, 0, 255], [10, 10, 90, 255], [0, 0, 0, 0], [7, 6, 5, 255])
  expect(differingShare(a, b)).toBe(0.5)
  expect(differingShare(a, a)).toBe(0)
  expect(differingShare(pixels(), pixels())).toBe(0)
})

test('a percentage is rounded, but not to nothing or everything', () => {
  expect([0, 0.00001, 0.1234, 0.9999999, 1].map(sharePercent)).toEqual(['0', '<0.1', '12.3', '>99.9', '100'])
})

test('the first image is released if the second one can’t be read', async () => {
  fakeViewerStudio({})
  const { media } = bridge()
  const read = async (_: unknown, id: string) => {
    if (id === 'missing') throw new Error('file_missing')
    return new Blob()
  }
  setBridge({ ...bridge(), media: { ...media, read } })
  const close = vi.fn<() => void>()
  vi.stubGlobal('createImageBitmap', async () => ({ width: 1, height: 1, close }))
  await expect(readDifference('a', 'missing')).rejects.toThrow('file_missing')
  expect(close).toHaveBeenCalledOnce()
})
