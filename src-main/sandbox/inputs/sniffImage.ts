/** Type and size of an image, from its content rather than its name. */
interface ImageHeader {
  mime: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif' | 'image/bmp'
  width: number
  height: number
}

/** Reads the header of a PNG, JPEG, WebP, GIF or BMP; null for any other format and for an invalid header. */
export function sniffImage(file: Uint8Array): ImageHeader | null {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  try {
    const header = readHeader(bytes)
    return header && header.width > 0 && header.height > 0 ? header : null
  } catch {
    return null
  }
}

function readHeader(bytes: Buffer): ImageHeader | null {
  const latin = bytes.toString('latin1', 0, 16)
  if (latin.startsWith('\x89PNG\r\n')) {
    return { mime: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  }
  if (latin.startsWith('GIF8')) {
    return { mime: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  }
  if (latin.startsWith('BM')) {
    // A header of 12 bytes has sizes of 16 bits.
    if (bytes.readUInt32LE(14) === 12)
      return { mime: 'image/bmp', width: bytes.readUInt16LE(18), height: bytes.readUInt16LE(20) }
    return { mime: 'image/bmp', width: bytes.readInt32LE(18), height: Math.abs(bytes.readInt32LE(22)) }
  }
  if (latin.startsWith('RIFF') && latin.slice(8, 12) === 'WEBP') return readWebp(bytes)
  if (latin.startsWith('\xff\xd8')) return readJpeg(bytes)
  return null
}

/** Lossy, lossless and extended files store their size in different places. */
function readWebp(bytes: Buffer): ImageHeader | null {
  const mime = 'image/webp'
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { mime, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return { mime, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { mime, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      return null
  }
}

/** Skips segments up to the frame header, which has the size. */
function readJpeg(bytes: Buffer): ImageHeader | null {
  let offset = 2
  while (bytes[offset] === 0xff) {
    const marker = bytes[offset + 1] ?? 0
    // A marker may follow any number of fill bytes.
    if (marker === 0xff) {
      offset += 1
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) {
      return {
        mime: 'image/jpeg',
        height: bytes.readUInt16BE(offset + 5),
        width: bytes.readUInt16BE(offset + 7),
      }
    }
    offset += 2 + bytes.readUInt16BE(offset + 2)
  }
  return null
}
