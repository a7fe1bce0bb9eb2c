import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { CORNERS, orientedImage, shownCorners } from '../../../../testing/media/orientations.ts'
import { pngChunk, pngWith } from '../../../../testing/media/images.ts'
import { createByteSource } from '../ByteSource.ts'
import { readExifOrientation } from './exifOrientation.ts'
import { readImage } from './readImage.ts'

const FORMATS = { jpeg: 'jpg', png: 'png', webp: 'webp', avif: 'avif' } as const
const ORIENTATIONS = [1, 2, 3, 4, 5, 6, 7, 8]

describe.each(['jpeg', 'png', 'webp', 'avif'] as const)('a %s', (format) => {
  it.each(ORIENTATIONS)('with orientation %i has the size that viewers show', async (orientation) => {
    const file = await orientedImage(format, orientation)
    expect(await shownCorners(file)).toEqual({ size: '192 × 128', corners: CORNERS })
    expect(await readImage(createByteSource(file), FORMATS[format])).toMatchObject({
      width: 192,
      height: 128,
      orientation,
    })
  })
})

/** Exif data of one directory with an orientation. */
function exif(orientation: number, { isLittle = false, type = 3, header = '' } = {}): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write(isLittle ? 'II' : 'MM', 'latin1')
  const [write16, write32] = isLittle
    ? [tiff.writeUInt16LE.bind(tiff), tiff.writeUInt32LE.bind(tiff)]
    : [tiff.writeUInt16BE.bind(tiff), tiff.writeUInt32BE.bind(tiff)]
  write16(42, 2)
  write32(8, 4)
  write16(1, 8)
  write16(0x0112, 10)
  write16(type, 12)
  write32(1, 14)
  if (type === 4) write32(orientation, 18)
  else write16(orientation, 18)
  return Buffer.concat([Buffer.from(header, 'latin1'), tiff])
}

it.each(ORIENTATIONS)(
  'reads orientation %i in both byte orders, with and without a header',
  (orientation) => {
    for (const isLittle of [false, true])
      for (const header of ['', 'Exif\0\0'])
        for (const type of [3, 4])
          expect(readExifOrientation(exif(orientation, { isLittle, header, type }))).toBe(orientation)
  },
)

it.each([
  ['orientation 0', exif(0)],
  ['orientation 9', exif(9)],
  ['a directory beyond the end', Buffer.from('4d4d002a7fffffff', 'hex')],
  ['no byte order', Buffer.from('0102030405060708', 'hex')],
  ['nothing', Buffer.alloc(0)],
])('Exif data with %s states no orientation', (_, data) => {
  expect(readExifOrientation(data)).toBeNull()
})

const segment = (marker: number, content: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

it.each([
  ['after an XMP segment', [segment(0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0<x/>'))]],
  ['after Exif data without one', [segment(0xe1, Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\0', 'latin1'))]],
  ['after stray bytes', [Buffer.from([1, 2, 0, 0xff, 0, 7])]],
])('the orientation of a JPEG is found in a segment %s', async (_, before) => {
  const jpeg = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
  const exifSegment = segment(0xe1, exif(6, { header: 'Exif\0\0' }))
  const file = Buffer.concat([jpeg.subarray(0, 2), ...before, exifSegment, jpeg.subarray(2)])
  expect(await readImage(createByteSource(file), 'jpg')).toMatchObject({
    width: 20,
    height: 30,
    orientation: 6,
  })
})

const uint32 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, index) => bytes.writeUInt32BE(value, index * 4))
  return bytes
}

it.each([
  ['no colour chunk', [], true],
  ['the gamma of sRGB', [pngChunk('gAMA', uint32(45_455))], true],
  ['a linear gamma', [pngChunk('gAMA', uint32(100_000))], false],
  ['a linear gamma, but sRGB', [pngChunk('sRGB', Buffer.from([0])), pngChunk('gAMA', uint32(100_000))], true],
  [
    'other primaries',
    [pngChunk('cHRM', uint32(31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6000))],
    false,
  ],
])('a PNG with %s is sRGB: %3$s', async (_, chunks, isSrgb) => {
  expect(await readImage(createByteSource(pngWith(...chunks)), 'png')).toMatchObject({ isSrgb })
})

it.each(['gif', 'webp', 'png'] as const)(
  'an animated %s is recognized, a still one is not',
  async (format) => {
    const frames = Buffer.concat([Buffer.alloc(30 * 20 * 3, 10), Buffer.alloc(30 * 20 * 3, 200)])
    const raw = { width: 30, height: 40, channels: 3 as const, pageHeight: 20 }
    const still = await sharp(frames, { raw: { width: 30, height: 40, channels: 3 } })
      .toFormat(format)
      .toBuffer()
    expect(await readImage(createByteSource(still), format)).toMatchObject({ isAnimated: false })
    const animated =
      format === 'png'
        ? pngWith(pngChunk('acTL', uint32(2, 0)))
        : await sharp(frames, { raw }).toFormat(format).toBuffer()
    expect(await readImage(createByteSource(animated), format)).toMatchObject({ isAnimated: true })
  },
)
