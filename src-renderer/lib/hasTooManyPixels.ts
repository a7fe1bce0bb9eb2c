/** Decoded, each takes four bytes: 400 MB. A file of a few kilobytes may ask for more. */
const MAX_PIXELS = 100_000_000

/** Whether an image is too large to be decoded here. One of an unknown size is tried. */
export const hasTooManyPixels = ({
  width,
  height,
}: {
  width: number | null
  height: number | null
}): boolean => (width ?? 0) * (height ?? 0) > MAX_PIXELS
