import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { CORNERS, orientedImage, shownCorners } from '../../../testing/media/orientations.ts'
import { temporaryFolder } from '../../../testing/temporaryFolder.ts'
import { convertImage } from './convertImage.ts'

const WIDTH = 40
const HEIGHT = 24

/** A gradient with a transparent left half. */
function rgba(): Buffer {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 4)
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++)
      pixels.set([x * 6, y * 10, 128, x < WIDTH / 2 ? 0 : 255], (y * WIDTH + x) * 4)
  return pixels
}
const source = () => sharp(rgba(), { raw: { width: WIDTH, height: HEIGHT, channels: 4 } })

/** Contents of a cICP chunk: colour primaries, transfer function, matrix coefficients and range. */
const SRGB = Buffer.of(1, 13, 0, 1)
const DISPLAY_P3 = Buffer.of(12, 13, 0, 1)

/** Adds a chunk before all others but the first, the header. */
function addPngChunk(png: Buffer, type: string, content: Buffer): Buffer {
  const headerEnd = 33
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)]
  const typeAndContent = Buffer.concat([Buffer.from(type), content])
  length.writeUInt32BE(content.length)
  crc.writeUInt32BE(crc32(typeAndContent))
  return Buffer.concat([png.subarray(0, headerEnd), length, typeAndContent, crc, png.subarray(headerEnd)])
}

async function convert(
  file: Buffer,
  from: string,
  to: 'png' | 'jpg' | 'webp',
  quality = 95,
): Promise<Buffer | null> {
  const path = join(temporaryFolder(), 'image')
  writeFileSync(path, file)
  const converted = await convertImage({ path, from, to, quality })
  return converted && Buffer.from(converted)
}

const pixelsOf = (file: Buffer | null) =>
  sharp(file ?? Buffer.alloc(0))
    .ensureAlpha()
    .raw()
    .toBuffer()

/** The mean difference between the colours of two images, 0 to 255. */
async function difference(a: Buffer | null, b: Buffer): Promise<number> {
  const [first, second] = [await pixelsOf(a), await pixelsOf(b)]
  expect(first.length).toBe(second.length)
  return first.reduce((sum, value, at) => sum + Math.abs(value - (second[at] ?? 0)), 0) / first.length
}

describe('an image in another format', () => {
  it('has the same pixels if both formats are lossless', async () => {
    const webp = await source().webp({ lossless: true, exact: true }).toBuffer()
    expect(await pixelsOf(await convert(webp, 'webp', 'png'))).toEqual(rgba())
  })

  it('keeps transparency as WebP, and gets a white background as JPEG', async () => {
    const png = await source().png().toBuffer()
    expect((await pixelsOf(await convert(png, 'png', 'webp')))[3]).toBe(0)
    const jpeg = await convert(png, 'png', 'jpg')
    expect(await sharp(jpeg ?? Buffer.alloc(0)).metadata()).toMatchObject({ format: 'jpeg', hasAlpha: false })
    expect(
      await difference(jpeg, await source().flatten({ background: '#fff' }).png().toBuffer()),
    ).toBeLessThan(3)
  })

  it('is smaller with a lower quality', async () => {
    const png = await source().removeAlpha().png().toBuffer()
    for (const format of ['jpg', 'webp'] as const) {
      const [low, high] = [await convert(png, 'png', format, 40), await convert(png, 'png', format, 100)]
      expect(low?.length).toBeLessThan(high?.length ?? 0)
    }
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'is upright when converted from a photo with orientation %i',
    async (orientation) => {
      const photo = await source()
        .removeAlpha()
        .withMetadata({ orientation })
        .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
        .toBuffer()
      const upright = await sharp(photo).rotate().png().toBuffer()
      expect(await difference(await convert(photo, 'jpg', 'png'), upright)).toBeLessThan(2)
    },
  )
})

describe('an image keeps its format', () => {
  it('if its colours are not sRGB', async () => {
    for (const [format, file] of [
      ['png', await source().withIccProfile('p3').png().toBuffer()],
      ['jpg', await source().withIccProfile('p3').jpeg().toBuffer()],
      ['webp', await source().withIccProfile('p3').webp().toBuffer()],
    ] as const)
      expect(await convert(file, format, format === 'png' ? 'jpg' : 'png'), format).toBeNull()
  })

  it('but not if its profile is sRGB itself', async () => {
    for (const [format, file] of [
      ['png', await source().withIccProfile('srgb').png().toBuffer()],
      ['jpg', await source().withIccProfile('srgb').jpeg().toBuffer()],
    ] as const)
      expect(await convert(file, format, 'webp'), format).not.toBeNull()
  })

  it('if its cICP chunk has other primaries, whatever its profile is', async () => {
    const png = await source().withIccProfile('srgb').png().toBuffer()
    expect(await convert(addPngChunk(png, 'cICP', DISPLAY_P3), 'png', 'jpg')).toBeNull()
  })

  it('but not if its cICP chunk says sRGB, whatever its profile is', async () => {
    const png = await source().withIccProfile('p3').png().toBuffer()
    expect(await convert(addPngChunk(png, 'cICP', SRGB), 'png', 'jpg')).not.toBeNull()
  })

  it('if its profile is linear sRGB', async () => {
    const profile = deflateSync(Buffer.from('GIMP built-in Linear sRGB'))
    const chunk = Buffer.concat([Buffer.from('ICC profile\0\0'), profile])
    const png = await source().png().toBuffer()
    expect(await convert(addPngChunk(png, 'iCCP', chunk), 'png', 'jpg')).toBeNull()
  })

  it('if it is animated', async () => {
    const frames = Buffer.concat([rgba(), rgba().reverse()])
    const raw = { width: WIDTH, height: HEIGHT * 2, channels: 4, pageHeight: HEIGHT } as const
    const webp = await sharp(frames, { raw }).webp({ lossless: true }).toBuffer()
    expect(await convert(webp, 'webp', 'png')).toBeNull()
  })

  it('if there is no decoder for it', async () => {
    expect(await convert(Buffer.from('GIF89a'), 'gif', 'png')).toBeNull()
  })
})

it.each(['png', 'jpg', 'webp'])('rejects a damaged %s file', async (format) => {
  await expect(convert(Buffer.alloc(100, 7), format, format === 'png' ? 'jpg' : 'png')).rejects.toThrow(/./)
})

it('a JPEG with reduced colours has the smooth colours that viewers show', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 80 } as const
  const photo = sharp({ create: { width: 120, height: 90, channels: 3, background: 'grey', noise } }).blur(
    1.5,
  )
  for (const progressive of [false, true]) {
    const jpeg = await photo.clone().jpeg({ quality: 90, chromaSubsampling: '4:2:0', progressive }).toBuffer()
    expect(await difference(await convert(jpeg, 'jpg', 'png'), jpeg)).toBeLessThan(0.5)
  }
})

it.each(['jpeg', 'png', 'webp'] as const)('a %s of any orientation is upright as a copy', async (format) => {
  for (const orientation of [2, 3, 4, 5, 6, 7, 8]) {
    const from = format === 'jpeg' ? 'jpg' : format
    const copy = await convert(await orientedImage(format, orientation), from, 'png')
    expect(await shownCorners(copy ?? Buffer.alloc(0))).toEqual({ size: '192 × 128', corners: CORNERS })
  }
})

it('a PNG with a linear gamma keeps its format', async () => {
  const gamma = Buffer.alloc(4)
  gamma.writeUInt32BE(100_000)
  const png = addPngChunk(await source().png().toBuffer(), 'gAMA', gamma)
  expect(await convert(png, 'png', 'jpg')).toBeNull()
  gamma.writeUInt32BE(45_455)
  expect(
    await convert(addPngChunk(await source().png().toBuffer(), 'gAMA', gamma), 'png', 'jpg'),
  ).not.toBeNull()
})
