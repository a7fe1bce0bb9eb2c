/** Maximum size of a thumbnail; usual ones have a few dozen kilobytes. */
export const MAX_THUMB_BYTES = 2 * 1024 * 1024

/** Whether bytes from the window are a valid thumbnail: a small WebP file by its magic bytes. */
export function isThumb(bytes: Uint8Array): boolean {
  const ascii = (from: number): string => String.fromCharCode(...bytes.subarray(from, from + 4))
  return (
    bytes.byteLength > 12 && bytes.byteLength <= MAX_THUMB_BYTES && ascii(0) === 'RIFF' && ascii(8) === 'WEBP'
  )
}
