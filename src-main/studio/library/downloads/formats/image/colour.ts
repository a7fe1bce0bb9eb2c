import { inflateSync } from 'node:zlib'

const MAX_PROFILE_BYTES = 4 << 20

/** A profile contains its own name, in ASCII or in UTF-16. That of GIMP's linear profile contains sRGB too. */
export const isSrgbProfile = (profile: Buffer): boolean =>
  containsText(profile, 'sRGB') && !containsText(profile, 'inear')

const containsText = (content: Buffer, text: string): boolean =>
  content.includes(text, 0, 'latin1') || content.includes(Buffer.from(text, 'utf16le').swap16())

/** The profile in an `iCCP` chunk: a name, a zero byte, the compression method, and the compressed profile. */
export function readPngProfile(content: Buffer): Buffer {
  try {
    return inflateSync(content.subarray(content.indexOf(0) + 2), { maxOutputLength: MAX_PROFILE_BYTES })
  } catch {
    return Buffer.alloc(0)
  }
}

/** The encoding of sRGB in `gAMA`, and its white point and primaries in `cHRM`, each × 100,000 (PNG specification §11.3.2). */
const SRGB_GAMMA = 45_455
const SRGB_CHROMATICITIES = [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6000]
/** By how much the values of programs that mean sRGB differ. */
const TOLERANCE = 500

export const isSrgbGamma = (content: Buffer): boolean =>
  content.length < 4 || Math.abs(content.readUInt32BE(0) - SRGB_GAMMA) <= TOLERANCE

export const isSrgbChromaticities = (content: Buffer): boolean =>
  content.length < 32 ||
  SRGB_CHROMATICITIES.every((value, index) => Math.abs(content.readUInt32BE(index * 4) - value) <= TOLERANCE)
