import { promisify } from 'node:util'
import { crc32, deflate, inflateSync } from 'node:zlib'
import type { RgbaImage } from '../RgbaImage.ts'

/** Decodes PNGs with 8 bits per channel that are not interlaced: grey, RGB or palette, with or without alpha. Throws for others. */
export function readPng(file: Uint8Array): RgbaImage {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const chunks = readChunks(bytes)
  const header = chunks.find(({ type }) => type === 'IHDR')?.body
  const [depth, colourType, interlace] = [header?.[8], header?.[9] ?? -1, header?.[12]]
  const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[colourType]
  if (!header || depth !== 8 || interlace !== 0 || !channels) throw new Error('Unsupported PNG')
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const compressed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ body }) => body))
  const raw = unfilter(inflateSync(compressed), width * channels, height, channels)
  const palette = chunks.find(({ type }) => type === 'PLTE')?.body
  const transparency = chunks.find(({ type }) => type === 'tRNS')?.body
  const pixels = new Uint8ClampedArray(width * height * 4)
  for (let i = 0; i < width * height; i += 1) {
    const from = i * channels
    const first = raw[from] ?? 0
    if (colourType === 3) {
      for (let channel = 0; channel < 3; channel += 1)
        pixels[i * 4 + channel] = palette?.[first * 3 + channel] ?? 0
      pixels[i * 4 + 3] = transparency?.[first] ?? 255
    } else {
      const isGrey = channels < 3
      for (let channel = 0; channel < 3; channel += 1)
        pixels[i * 4 + channel] = isGrey ? first : (raw[from + channel] ?? 0)
      pixels[i * 4 + 3] = channels % 2 === 0 ? (raw[from + channels - 1] ?? 255) : 255
    }
  }
  return { width, height, pixels }
}

function readChunks(bytes: Buffer): { type: string; body: Buffer }[] {
  const chunks: { type: string; body: Buffer }[] = []
  for (let offset = 8; offset + 8 <= bytes.length;) {
    const size = bytes.readUInt32BE(offset)
    chunks.push({
      type: bytes.toString('latin1', offset + 4, offset + 8),
      body: bytes.subarray(offset + 8, offset + 8 + size),
    })
    offset += 12 + size
  }
  return chunks
}

/** Undoes the five row filters of PNG. `stride` is the number of bytes per row. */
function unfilter(data: Buffer, stride: number, height: number, bytesPerPixel: number): Uint8Array {
  const out = new Uint8Array(stride * height)
  for (let y = 0; y < height; y += 1) {
    const filter = data[y * (stride + 1)] ?? 0
    for (let x = 0; x < stride; x += 1) {
      const left = x >= bytesPerPixel ? out[y * stride + x - bytesPerPixel]! : 0
      const up = y > 0 ? out[(y - 1) * stride + x]! : 0
      const corner = x >= bytesPerPixel && y > 0 ? out[(y - 1) * stride + x - bytesPerPixel]! : 0
      const prediction = [0, left, up, (left + up) >> 1, predictPaeth(left, up, corner)][filter] ?? 0
      out[y * stride + x] = (data[y * (stride + 1) + 1 + x] ?? 0) + prediction
    }
  }
  return out
}

function predictPaeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  return a <= b && a <= c ? left : b <= c ? up : corner
}

const deflateAsync = promisify(deflate)
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Encodes a PNG: RGB, or RGBA if a pixel is not opaque. Rows use the filter "up". */
export async function writePng({ width, height, pixels }: RgbaImage): Promise<Buffer> {
  const channels = isOpaque(pixels) ? 3 : 4
  const stride = width * channels
  const raw = Buffer.alloc((stride + 1) * height)
  for (let y = 0; y < height; y += 1) {
    let to = y * (stride + 1)
    raw[to] = y === 0 ? 0 : 2
    to += 1
    for (let x = 0; x < width; x += 1) {
      const from = (y * width + x) * 4
      for (let channel = 0; channel < channels; channel += 1) {
        const above = y === 0 ? 0 : pixels[from + channel - width * 4]!
        raw[to] = pixels[from + channel]! - above
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
    encodeChunk('IHDR', header),
    encodeChunk('IDAT', await deflateAsync(raw, { level: 3 })),
    encodeChunk('IEND', Buffer.alloc(0)),
  ])
}

function encodeChunk(type: string, body: Buffer): Buffer {
  const head = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1')])
  head.writeUInt32BE(body.length, 0)
  const tail = Buffer.alloc(4)
  tail.writeUInt32BE(crc32(body, crc32(head.subarray(4))), 0)
  return Buffer.concat([head, body, tail])
}

function isOpaque(pixels: Uint8ClampedArray): boolean {
  for (let offset = 3; offset < pixels.length; offset += 4) if (pixels[offset] !== 255) return false
  return true
}
