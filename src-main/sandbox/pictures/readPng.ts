import { inflateSync } from 'node:zlib'
import type { Picture } from './LandscapeOrder.ts'

/** Decodes the PNGs people have: 8 bits, not interlaced, grey, RGB or palette, with or without alpha. Throws for others. */
export function readPng(given: Uint8Array): Picture {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  const chunks = readChunks(bytes)
  const header = chunks.find(({ type }) => type === 'IHDR')?.body
  const [depth, kind, interlace] = [header?.[8], header?.[9] ?? -1, header?.[12]]
  const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[kind]
  if (!header || depth !== 8 || interlace !== 0 || !channels) throw new Error('An unusual PNG')
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ body }) => body))
  const raw = unfilter(inflateSync(packed), width * channels, height, channels)
  const palette = chunks.find(({ type }) => type === 'PLTE')?.body
  const clear = chunks.find(({ type }) => type === 'tRNS')?.body
  const pixels = new Uint8ClampedArray(width * height * 4)
  for (let i = 0; i < width * height; i += 1) {
    const from = i * channels
    const first = raw[from] ?? 0
    if (kind === 3) {
      for (let part = 0; part < 3; part += 1) pixels[i * 4 + part] = palette?.[first * 3 + part] ?? 0
      pixels[i * 4 + 3] = clear?.[first] ?? 255
    } else {
      const grey = channels < 3
      for (let part = 0; part < 3; part += 1) pixels[i * 4 + part] = grey ? first : (raw[from + part] ?? 0)
      pixels[i * 4 + 3] = channels % 2 === 0 ? (raw[from + channels - 1] ?? 255) : 255
    }
  }
  return { width, height, pixels }
}

function readChunks(bytes: Buffer): { type: string; body: Buffer }[] {
  const chunks: { type: string; body: Buffer }[] = []
  for (let at = 8; at + 8 <= bytes.length;) {
    const size = bytes.readUInt32BE(at)
    chunks.push({
      type: bytes.toString('latin1', at + 4, at + 8),
      body: bytes.subarray(at + 8, at + 8 + size),
    })
    at += 12 + size
  }
  return chunks
}

/** Undoes the five row filters of PNG. */
function unfilter(data: Buffer, stride: number, height: number, step: number): Uint8Array {
  const out = new Uint8Array(stride * height)
  for (let y = 0; y < height; y += 1) {
    const filter = data[y * (stride + 1)] ?? 0
    for (let x = 0; x < stride; x += 1) {
      const left = x >= step ? out[y * stride + x - step]! : 0
      const up = y > 0 ? out[(y - 1) * stride + x]! : 0
      const corner = x >= step && y > 0 ? out[(y - 1) * stride + x - step]! : 0
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0
      out[y * stride + x] = (data[y * (stride + 1) + 1 + x] ?? 0) + guess
    }
  }
  return out
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  return a <= b && a <= c ? left : b <= c ? up : corner
}
