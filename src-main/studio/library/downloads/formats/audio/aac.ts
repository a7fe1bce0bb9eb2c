import type { AudioFrame } from './frames.ts'

const SAMPLE_RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
]

/** Reads the header of an ADTS frame (ISO/IEC 13818-7 §6.2); null if there is none. */
export function readAdtsFrame(chunk: Buffer, at: number): AudioFrame | null {
  if (chunk[at] !== 0xff || ((chunk[at + 1] ?? 0) & 0xf6) !== 0xf0 || at + 7 > chunk.length) return null
  const rate = SAMPLE_RATES[(chunk.readUInt8(at + 2) >> 2) & 15]
  const length =
    ((chunk.readUInt8(at + 3) & 3) << 11) | (chunk.readUInt8(at + 4) << 3) | (chunk.readUInt8(at + 5) >> 5)
  const blocks = (chunk.readUInt8(at + 6) & 3) + 1
  return rate === undefined || length < 7 ? null : { length, samples: 1024 * blocks, rate }
}
