import { expect, test } from 'vitest'
import { sniffImage } from './sniffImage.ts'

test('a JPEG file may have fill bytes before a marker', () => {
  const start = [0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0]
  const frame = [0xff, 0xc0, 0, 17, 8, 0, 80, 0, 100, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]
  const jpeg = { mime: 'image/jpeg', width: 100, height: 80 }
  expect(sniffImage(Buffer.from([...start, ...frame]))).toEqual(jpeg)
  expect(sniffImage(Buffer.from([...start, 0xff, 0xff, ...frame]))).toEqual(jpeg)
})

test('a BMP file with the oldest header has sizes of 16 bits', () => {
  const bytes = Buffer.alloc(40)
  bytes.write('BM', 'latin1')
  bytes.writeUInt32LE(12, 14)
  bytes.writeUInt16LE(100, 18)
  bytes.writeUInt16LE(80, 20)
  expect(sniffImage(bytes)).toEqual({ mime: 'image/bmp', width: 100, height: 80 })
})
