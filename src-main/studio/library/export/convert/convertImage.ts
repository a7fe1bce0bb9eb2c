import { readFile } from 'node:fs/promises'
import type { ImageFormat } from '../../../../../src-preload/contract/types/export.ts'
import { createByteSource } from '../../downloads/formats/ByteSource.ts'
import { readImage } from '../../downloads/formats/image/readImage.ts'
import { applyOrientation } from './applyOrientation.ts'
import { decodeImage, encodeImage, MAX_PIXELS } from './codecs.ts'
import { uprightImage } from './uprightImage.ts'

export interface ConvertRequest {
  path: string
  /** The format of the file, and the requested one. */
  from: string
  to: ImageFormat
  /** 1 to 100, for JPEG and WebP. */
  quality: number
}

/**
 * Converts an image to another format. Null if it must keep its own: it is animated, has a colour profile other than sRGB, which would
 * be lost, or it can't be read or is too large.
 */
export async function convertImage({
  path,
  from,
  to,
  quality,
}: ConvertRequest): Promise<Uint8Array<ArrayBuffer> | null> {
  if (from !== 'png' && from !== 'jpg' && from !== 'webp') return null
  const bytes = await readFile(path)
  const facts = await readImage(createByteSource(bytes), from)
  if (!facts) throw new Error('The image is damaged')
  if (!facts.isSrgb || facts.isAnimated || facts.width * facts.height > MAX_PIXELS) return null
  return encodeImage(applyOrientation(await decodeImage(bytes, from), facts.orientation), to, quality)
}

/** Tasks that run in a worker, because they take long and parse untrusted files. */
export const imageTasks = { convertImage, uprightImage }
