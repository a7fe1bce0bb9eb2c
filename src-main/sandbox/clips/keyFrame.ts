import type { Picture } from '../pictures/LandscapeOrder.ts'
import { readWebp } from '../pictures/readWebp.ts'
import { writeWebp } from '../pictures/writeWebp.ts'

/** Where the chunks of a WebP file begin. */
const FIRST_CHUNK = 12

/** Encodes a picture without transparency as a VP8 key frame: a lossy WebP file is one in a wrapper. */
export async function encodeKeyFrame(picture: Picture, quality: number): Promise<Uint8Array> {
  const bytes = Buffer.from(await writeWebp(picture, quality))
  for (let at = FIRST_CHUNK; at + 8 <= bytes.length;) {
    const size = bytes.readUInt32LE(at + 4)
    if (bytes.toString('latin1', at, at + 4) === 'VP8 ') return bytes.subarray(at + 8, at + 8 + size)
    at += 8 + size + (size % 2)
  }
  throw new Error('A picture with transparency is no film frame')
}

/** The picture of a VP8 key frame. */
export async function decodeKeyFrame(frame: Uint8Array): Promise<Picture> {
  const padded = frame.length + (frame.length % 2)
  const head = Buffer.alloc(20)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(12 + padded, 4)
  head.write('WEBPVP8 ', 8, 'latin1')
  head.writeUInt32LE(frame.length, 16)
  return readWebp(Buffer.concat([head, frame, Buffer.alloc(padded - frame.length)]))
}
