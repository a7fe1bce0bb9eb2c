/** Exif data, big-endian, with one text in the main directory or, for a user comment, in the Exif directory. */
export function exifOf(tag: number, content: Buffer): Buffer {
  const entry = (of: number, type: number, count: number, value: number): Buffer => {
    const bytes = Buffer.alloc(18)
    bytes.writeUInt16BE(1, 0)
    bytes.writeUInt16BE(of, 2)
    bytes.writeUInt16BE(type, 4)
    bytes.writeUInt32BE(count, 6)
    bytes.writeUInt32BE(value, 10)
    return bytes
  }
  const header = Buffer.from('4d4d002a00000008', 'hex')
  return tag === 0x9286
    ? Buffer.concat([header, entry(0x8769, 4, 1, 26), entry(tag, 7, content.length, 44), content])
    : Buffer.concat([header, entry(tag, 2, content.length, 26), content])
}
