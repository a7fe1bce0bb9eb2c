import { Buffer } from 'node:buffer'
import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readPng, writePng } from './png.ts'

const WIDTH = 5
const HEIGHT = 5
const pixel = (x: number, y: number) => [x * 40 + y, y * 50, (x * y * 13) % 256]

/** An RGB PNG whose rows use the filters none, sub, up, average and paeth. It has no checksums. */
function pngWithAllFilters(): Buffer {
  const bytes = (y: number) => Array.from({ length: WIDTH }, (_, x) => pixel(x, y)).flat()
  const rows = Array.from({ length: HEIGHT }, (_, y) => {
    const row = bytes(y)
    const above = y > 0 ? bytes(y - 1) : row.map(() => 0)
    return [
      y,
      ...row.map((value, i) => {
        const left = row[i - 3] ?? 0
        const up = above[i] ?? 0
        const corner = i >= 3 ? (above[i - 3] ?? 0) : 0
        const guess = left + up - corner
        const nearest =
          [left, up, corner].toSorted((a, b) => Math.abs(guess - a) - Math.abs(guess - b))[0] ?? 0
        return (value - ([0, left, up, (left + up) >> 1, nearest][y] ?? 0)) & 255
      }),
    ]
  })
  const chunk = (type: string, body: Buffer) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(body.length)
    head.write(type, 4)
    return Buffer.concat([head, body, Buffer.alloc(4)])
  }
  const header = Buffer.from([0, 0, 0, WIDTH, 0, 0, 0, HEIGHT, 8, 2, 0, 0, 0])
  const data = deflateSync(Buffer.from(rows.flat()))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', data),
  ])
}

test('readPng decodes all five row filters', () => {
  const { pixels } = readPng(pngWithAllFilters())
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      expect([...pixels.subarray((y * WIDTH + x) * 4, (y * WIDTH + x) * 4 + 4)]).toEqual([
        ...pixel(x, y),
        255,
      ])
    }
  }
})

test('readPng restores what writePng encoded, including transparency', async () => {
  const pixels = new Uint8ClampedArray(Array.from({ length: 7 * 3 * 4 }, (_, i) => (i * 37) % 256))
  expect(readPng(await writePng({ width: 7, height: 3, pixels })).pixels).toEqual(pixels)
})

test('readPng throws for an interlaced or invalid file', () => {
  const interlaced = pngWithAllFilters()
  interlaced[28] = 1
  expect(() => readPng(interlaced)).toThrow('Unsupported')
  expect(() => readPng(Buffer.from('\x89PNG'))).toThrow('Unsupported')
})
