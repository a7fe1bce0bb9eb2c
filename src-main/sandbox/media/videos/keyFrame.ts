import type { RgbaImage } from '../images/RgbaImage.ts'
import { readWebp, writeWebp } from '../images/webp.ts'

/** Offset of the first chunk in a WebP file. */
const FIRST_CHUNK = 12

/** Encodes an opaque image as a VP8 key frame, which is the content of a lossy WebP file. */
export async function encodeKeyFrame(image: RgbaImage, quality: number): Promise<Uint8Array> {
  const bytes = Buffer.from(await writeWebp(image, quality))
  for (let offset = FIRST_CHUNK; offset + 8 <= bytes.length;) {
    const size = bytes.readUInt32LE(offset + 4)
    if (bytes.toString('latin1', offset, offset + 4) === 'VP8 ')
      return bytes.subarray(offset + 8, offset + 8 + size)
    offset += 8 + size + (size % 2)
  }
  throw new Error("An image with transparency can't be a video frame")
}

/** Decodes a VP8 key frame. */
export async function decodeKeyFrame(frame: Uint8Array): Promise<RgbaImage> {
  const padded = frame.length + (frame.length % 2)
  const head = Buffer.alloc(20)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(12 + padded, 4)
  head.write('WEBPVP8 ', 8, 'latin1')
  head.writeUInt32LE(frame.length, 16)
  return readWebp(Buffer.concat([head, frame, Buffer.alloc(padded - frame.length)]))
}
