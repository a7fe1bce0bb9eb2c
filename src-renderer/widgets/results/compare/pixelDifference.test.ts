import { expect, test } from 'vitest'
import { differingShare, sharePercent } from './pixelDifference.ts'

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
