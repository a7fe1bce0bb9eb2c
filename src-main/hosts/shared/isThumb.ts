/** A thumbnail is a few dozen kilobytes; this leaves room for odd ones. */
export const MAX_THUMB_BYTES = 2 * 1024 * 1024

/** Whether bytes from the window may be kept as a thumbnail: WebP by its magic bytes, and small. */
export function isThumb(bytes: Uint8Array): boolean {
  const ascii = (from: number): string => String.fromCharCode(...bytes.subarray(from, from + 4))
  return (
    bytes.byteLength > 12 && bytes.byteLength <= MAX_THUMB_BYTES && ascii(0) === 'RIFF' && ascii(8) === 'WEBP'
  )
}
