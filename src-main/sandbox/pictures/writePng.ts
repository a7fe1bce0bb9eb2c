import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'
import type { Picture } from './LandscapeOrder.ts'

const deflateAsync = promisify(deflate)
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Writes a PNG: RGB, or RGBA where a pixel is not opaque; rows filtered by their difference to the row above. */
export async function writePng({ width, height, pixels }: Picture): Promise<Buffer> {
  const channels = isOpaque(pixels) ? 3 : 4
  const stride = width * channels
  const raw = Buffer.alloc((stride + 1) * height)
  for (let y = 0; y < height; y += 1) {
    let to = y * (stride + 1)
    raw[to] = y === 0 ? 0 : 2
    to += 1
    for (let x = 0; x < width; x += 1) {
      const from = (y * width + x) * 4
      for (let part = 0; part < channels; part += 1) {
        const above = y === 0 ? 0 : pixels[from + part - width * 4]!
        raw[to] = pixels[from + part]! - above
        to += 1
      }
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, channels === 3 ? 2 : 6, 0, 0, 0], 8)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', await deflateAsync(raw, { level: 3 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, body: Buffer): Buffer {
  const head = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1')])
  head.writeUInt32BE(body.length, 0)
  const tail = Buffer.alloc(4)
  tail.writeUInt32BE(crc32(body, crc32(head.subarray(4))), 0)
  return Buffer.concat([head, body, tail])
}

function isOpaque(pixels: Uint8ClampedArray): boolean {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 255) return false
  return true
}
