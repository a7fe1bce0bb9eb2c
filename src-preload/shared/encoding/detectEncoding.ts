import type { Encoding } from './encodings.ts'
import { DOUBLE_BYTE_ENCODINGS, scoreDoubleByte } from './scoreDoubleByte.ts'
import { SINGLE_BYTE_ENCODINGS, scoreSingleByte } from './scoreSingleByte.ts'

/** Bytes of a long file by which its encoding is guessed. */
const SAMPLE_BYTES = 100_000

/**
 * The encoding of a text file: by its byte order mark, as UTF-16 by its zero bytes, as UTF-8 if it is valid, otherwise the one in which it is
 * the most plausible text.
 */
export function detectEncoding(bytes: Uint8Array): Encoding {
  return (
    byMark(bytes) ?? byZeros(bytes) ?? (isValid(bytes, 'utf-8') ? byEscapes(bytes) : byPlausibility(bytes))
  )
}

function byMark([first, second, third, fourth]: Uint8Array): Encoding | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0x84 && second === 0x31 && third === 0x95 && fourth === 0x33 ? 'gb18030' : null
}

/** Without a mark, UTF-16 shows by its separators and line ends: every second byte of them is zero. */
function byZeros(bytes: Uint8Array): Encoding | null {
  const zeros: [number, number] = [0, 0]
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2 === 0 ? 0 : 1]++
  const [even, odd] = zeros
  if (bytes.length % 2 !== 0 || Math.max(even, odd) < 2 || Math.min(even, odd) > 0) return null
  return odd > 0 ? 'utf-16le' : 'utf-16be'
}

/** ISO-2022-JP is ASCII with escape sequences that switch to Japanese. */
function byEscapes(bytes: Uint8Array): Encoding {
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const escape = sample.indexOf(0x1b)
  return escape !== -1 && sample[escape + 1] === 0x24 && isValid(sample, 'iso-2022-jp')
    ? 'iso-2022-jp'
    : 'utf-8'
}

function byPlausibility(bytes: Uint8Array): Encoding {
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const scores = [
    ...SINGLE_BYTE_ENCODINGS.map((encoding) => ({ encoding, score: scoreSingleByte(sample, encoding) })),
    ...DOUBLE_BYTE_ENCODINGS.filter((encoding) => isValid(bytes, encoding)).map((encoding) => ({
      encoding,
      score: scoreDoubleByte(sample, encoding),
    })),
  ]
  // The first of equal ones: Western, which most files without any mark are.
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).encoding
}

function isValid(bytes: Uint8Array, encoding: Encoding): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
