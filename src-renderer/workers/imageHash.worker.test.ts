import { expect, test } from 'vitest'
import { differenceHash } from './imageHash.worker.ts'

/** The RGBA pixels of an image of 9 × 8 grey values. */
const pixelsOf = (greyAt: (x: number, y: number) => number): number[] =>
  Array.from({ length: 72 }, (_, index) => greyAt(index % 9, Math.floor(index / 9))).flatMap((grey) => [
    grey,
    grey,
    grey,
    255,
  ])

test('the hash has a one for each pixel that is brighter than the one to its right', () => {
  expect(differenceHash(pixelsOf((x) => 200 - 10 * x))).toBe('ffffffffffffffff')
  expect(differenceHash(pixelsOf((x) => 10 * x))).toBe('0000000000000000')
  expect(differenceHash(pixelsOf((x, y) => (y === 0 && x === 0 ? 50 : 0)))).toBe('8000000000000000')
  expect(differenceHash(pixelsOf((x, y) => (y === 7 && x === 7 ? 50 : 0)))).toBe('0000000000000001')
})

test('the hash of a brighter copy is the same', () => {
  const image = (x: number, y: number) => (x * 37 + y * 91) % 180
  expect(differenceHash(pixelsOf((x, y) => image(x, y) + 40))).toBe(differenceHash(pixelsOf(image)))
})
