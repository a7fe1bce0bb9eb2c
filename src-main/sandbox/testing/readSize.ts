/** Format and size of a picture by its header: PNG, JPEG or lossy WebP. Throws for anything else. */
export function readSize(bytes: Buffer): { format: string; width: number; height: number } {
  if (bytes.toString('latin1', 1, 4) === 'PNG') {
    return { format: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  }
  if (bytes.toString('latin1', 8, 15) === 'WEBPVP8') {
    return { format: 'webp', width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  }
  if (bytes.readUInt16BE(0) === 0xffd8) return { format: 'jpg', ...jpegSize(bytes) }
  throw new Error(`No picture: ${bytes.toString('latin1', 0, 16)}`)
}

/** Walks the segments to the frame header. */
function jpegSize(bytes: Buffer): { width: number; height: number } {
  let at = 2
  while (at < bytes.length) {
    const marker = bytes[at + 1] ?? 0
    if (marker >= 0xc0 && marker <= 0xc2) {
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  throw new Error('No frame in the JPEG')
}
