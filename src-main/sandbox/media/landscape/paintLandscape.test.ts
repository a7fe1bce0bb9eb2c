import { expect, test } from 'vitest'
import { paintLandscape } from './paintLandscape.ts'

const parameters = { prompt: 'a lighthouse', seed: 3, style: 0, width: 60, height: 44 }

test('a landscape with less detail has the same size, and repeats the pixels of a smaller one', async () => {
  const rough = await paintLandscape({ ...parameters, detail: 0.25 })
  const small = await paintLandscape({ ...parameters, width: 15, height: 11 })
  const pixel = (image: typeof rough, x: number, y: number) =>
    image.pixels.slice((y * image.width + x) * 4, (y * image.width + x) * 4 + 4)
  expect([rough.width, rough.height, rough.pixels.length]).toEqual([60, 44, 60 * 44 * 4])
  expect(pixel(rough, 59, 43)).toEqual(pixel(small, 14, 10))
  expect(pixel(rough, 5, 3)).toEqual(pixel(small, 1, 0))
})

test('a landscape is painted in full detail by default', async () => {
  expect(await paintLandscape({ ...parameters, detail: 1 })).toEqual(await paintLandscape(parameters))
})
