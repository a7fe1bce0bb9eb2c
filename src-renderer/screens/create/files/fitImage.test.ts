import { expect, test } from 'vitest'
import { encodingsFor, sizeToFit } from './fitImage.ts'

const field = {
  width: { min: 64, max: 2048 },
  height: { min: 64, max: 2048 },
  formats: ['png', 'webp', 'jpg'],
}
const image = (width: number, height: number) => ({ kind: 'image', width, height }) as const

test('the longest side of an image becomes the longest that the field allows', () => {
  expect(sizeToFit(field, image(2720, 1536))).toEqual({ width: 2048, height: 1157 })
  expect(sizeToFit(field, image(1000, 4000))).toEqual({ width: 512, height: 2048 })
})

test('an image that fits, or whose other side would be too short, is not resized', () => {
  expect(sizeToFit(field, image(2048, 2048))).toBeNull()
  expect(sizeToFit(field, image(8192, 128))).toBeNull()
  expect(sizeToFit(field, { kind: 'video', width: 4000, height: 4000 })).toBeNull()
})

test('lossless encodings of a copy come first, unless the image is a JPEG', () => {
  expect(encodingsFor(field, { format: 'png' }).map(({ mime }) => mime)).toEqual([
    'image/png',
    'image/webp',
    'image/jpeg',
  ])
  expect(encodingsFor(field, { format: 'jpg' }).map(({ mime }) => mime)).toEqual(['image/jpeg', 'image/webp'])
})
