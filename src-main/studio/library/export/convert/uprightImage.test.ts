import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { CORNERS, orientedImage, shownCorners } from '../../../testing/media/orientations.ts'
import { temporaryFolder } from '../../../testing/temporaryFolder.ts'
import { uprightImage } from './uprightImage.ts'

const FORMATS = { jpeg: 'jpg', png: 'png', webp: 'webp' } as const

async function upright(file: Buffer, format: 'jpg' | 'png' | 'webp'): Promise<Buffer | null> {
  const path = join(temporaryFolder(), 'photo')
  writeFileSync(path, file)
  const copy = await uprightImage({ path, format })
  return copy && Buffer.from(copy)
}

describe.each(['jpeg', 'png', 'webp'] as const)('a %s photo', (format) => {
  it.each([2, 3, 4, 5, 6, 7, 8])(
    'with orientation %i has upright pixels and no orientation left',
    async (orientation) => {
      const copy = await upright(await orientedImage(format, orientation), FORMATS[format])
      const metadata = await sharp(copy ?? Buffer.alloc(0)).metadata()
      expect(metadata).toMatchObject({ format, width: 192, height: 128 })
      expect(metadata.orientation ?? 1).toBe(1)
      expect(await shownCorners(copy ?? Buffer.alloc(0))).toEqual({ size: '192 × 128', corners: CORNERS })
    },
  )

  it('that is upright needs no copy', async () => {
    expect(await upright(await orientedImage(format, 1), FORMATS[format])).toBeNull()
  })

  it('keeps its colour profile', async () => {
    const photo = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#c05030' } })
      .withIccProfile('p3')
      .withMetadata({ orientation: 6, icc: 'p3' })
      .toFormat(format, { quality: 95 })
      .toBuffer()
    const copy = await upright(photo, FORMATS[format])
    const [before, after] = [await sharp(photo).metadata(), await sharp(copy ?? Buffer.alloc(0)).metadata()]
    expect(before.icc).toBeDefined()
    expect(after.icc).toEqual(before.icc)
    expect(after).toMatchObject({ width: 20, height: 40 })
  })
})

it('an animated image is left as it is', async () => {
  const frames = Buffer.concat([Buffer.alloc(30 * 20 * 3, 10), Buffer.alloc(30 * 20 * 3, 200)])
  const animated = await sharp(frames, { raw: { width: 30, height: 40, channels: 3, pageHeight: 20 } })
    .withMetadata({ orientation: 6 })
    .webp()
    .toBuffer()
  expect(await upright(animated, 'webp')).toBeNull()
})
