const EXIF_POINTER = 0x8769
const USER_COMMENT = 0x9286
const LONG = 4
const UNDEFINED = 7

/** Exif data (TIFF, big-endian) with only a user comment, in UTF-16 as other programs expect it. */
export function exifComment(text: string): Buffer {
  const comment = Buffer.concat([Buffer.from('UNICODE\0', 'latin1'), Buffer.from(text, 'utf16le').swap16()])
  const header = Buffer.from('4d4d002a00000008', 'hex')
  const main = directory(EXIF_POINTER, LONG, 1, header.byteLength + DIRECTORY_BYTES)
  const exif = directory(USER_COMMENT, UNDEFINED, comment.byteLength, header.byteLength + 2 * DIRECTORY_BYTES)
  return Buffer.concat([header, main, exif, comment])
}

const DIRECTORY_BYTES = 18

/** A directory with one entry, whose value is an offset. */
function directory(tag: number, type: number, count: number, offset: number): Buffer {
  const bytes = Buffer.alloc(DIRECTORY_BYTES)
  bytes.writeUInt16BE(1, 0)
  bytes.writeUInt16BE(tag, 2)
  bytes.writeUInt16BE(type, 4)
  bytes.writeUInt32BE(count, 6)
  bytes.writeUInt32BE(offset, 10)
  return bytes
}
