import { EXIF_HEADER } from '../jpegSegments.ts'

const ORIENTATION = 0x0112
/** Types of a whole number: BYTE, SHORT and LONG. */
const [BYTE, SHORT, LONG] = [1, 3, 4]

/** The orientation in the first directory of Exif data, 1 to 8; null if it states none. Some programs write the header of a JPEG segment first. */
export function readExifOrientation(exif: Buffer): number | null {
  const tiff =
    exif.toString('latin1', 0, EXIF_HEADER.length) === EXIF_HEADER ? exif.subarray(EXIF_HEADER.length) : exif
  const byteOrder = tiff.toString('latin1', 0, 2)
  if (tiff.length < 8 || (byteOrder !== 'II' && byteOrder !== 'MM')) return null
  const isLittle = byteOrder === 'II'
  const read16 = (at: number): number =>
    at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)
  const read32 = (at: number): number =>
    at + 4 > tiff.length ? 0 : isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at)
  const directory = read32(4)
  for (let entry = 0; entry < read16(directory); entry++) {
    const at = directory + 2 + entry * 12
    if (read16(at) !== ORIENTATION) continue
    const type = read16(at + 2)
    const value =
      type === LONG
        ? read32(at + 8)
        : type === BYTE
          ? (tiff[at + 8] ?? 0)
          : type === SHORT
            ? read16(at + 8)
            : 0
    return value >= 1 && value <= 8 ? value : null
  }
  return null
}
