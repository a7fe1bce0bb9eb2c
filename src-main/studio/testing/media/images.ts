import jpeg from 'jpeg-js'
import { crc32, deflateSync } from 'node:zlib'

/** A chunk of a PNG. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A real PNG of noise, which is not compressible. */
export function pngOf(width: number, height: number, seed = 1): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let at = 0, state = seed; at < rows.length; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    if (at % (1 + width * 3) !== 0) rows[at] = state >> 16
  }
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** A PNG with more chunks after its header. */
export const pngWith = (...chunks: readonly Buffer[]): Buffer => {
  const file = pngOf(4, 4)
  return Buffer.concat([file.subarray(0, 33), ...chunks, file.subarray(33)])
}

/** A real JPEG. */
export const jpegOf = (width: number, height: number): Buffer =>
  Buffer.from(jpeg.encode({ width, height, data: Buffer.alloc(width * height * 4, 0x5a) }, 80).data)

const riff = (kind: string, body: Buffer): Buffer => {
  const head = Buffer.from('RIFF____WEBP____size', 'latin1')
  head.writeUInt32LE(12 + body.length, 4)
  head.write(kind, 12, 'latin1')
  head.writeUInt32LE(body.length, 16)
  return Buffer.concat([head, body])
}

/** WebP files of which only the header is valid. */
export const webpOf = {
  lossy(width: number, height: number): Buffer {
    const body = Buffer.alloc(30)
    body.set([0x30, 0x01, 0x00, 0x9d, 0x01, 0x2a])
    body.writeUInt16LE(width | 0x4000, 6)
    body.writeUInt16LE(height | 0x8000, 8)
    return riff('VP8 ', body)
  },
  lossless(width: number, height: number): Buffer {
    const body = Buffer.alloc(20)
    body[0] = 0x2f
    body.writeUInt32LE((((height - 1) << 14) | (width - 1) | (1 << 28)) >>> 0, 1)
    return riff('VP8L', body)
  },
  extended(width: number, height: number): Buffer {
    const body = Buffer.alloc(10)
    body.writeUIntLE(width - 1, 4, 3)
    body.writeUIntLE(height - 1, 7, 3)
    return riff('VP8X', body)
  },
}

export function gifOf(width: number, height: number): Buffer {
  const gif = Buffer.from('GIF89a____\0\0\0;', 'latin1')
  gif.writeUInt16LE(width, 6)
  gif.writeUInt16LE(height, 8)
  return gif
}

/** A 24-bit Windows bitmap; a negative height means rows from the top. */
export function bmpOf(width: number, height: number): Buffer {
  const stride = Math.ceil((width * 3) / 4) * 4
  const bmp = Buffer.alloc(54 + stride * Math.abs(height), 0x5a)
  bmp.fill(0, 0, 54)
  bmp.write('BM', 'latin1')
  bmp.writeUInt32LE(bmp.length, 2)
  bmp.writeUInt32LE(54, 10)
  bmp.writeUInt32LE(40, 14)
  bmp.writeInt32LE(width, 18)
  bmp.writeInt32LE(height, 22)
  bmp.writeUInt16LE(1, 26)
  bmp.writeUInt16LE(24, 28)
  return bmp
}
