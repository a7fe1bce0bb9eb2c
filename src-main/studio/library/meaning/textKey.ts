import { hash } from 'node:crypto'

/** Only this many characters of a text are embedded and compared. */
export const MAX_TEXT_LENGTH = 8000

/**
 * A text as it is embedded: on one line, and cut off after `MAX_TEXT_LENGTH` characters and `maxBytes` bytes (UTF-8).
 * Normalizing the result again doesn't change it, because its key is computed from the text that was sent.
 */
export function normalizeText(text: string, maxBytes = Infinity): string {
  const line = text.trim().replaceAll(/\s+/gu, ' ').slice(0, MAX_TEXT_LENGTH).trimEnd().toWellFormed()
  if (Buffer.byteLength(line) <= maxBytes) return line
  return line.slice(0, new TextEncoder().encodeInto(line, new Uint8Array(maxBytes)).read).trimEnd()
}

const BYTES = 6
/** The bits of one more byte that still fit into an exact integer. */
const MORE_BITS = 5

/** A 53-bit hash of a normalized text. Two of a million texts have the same one with a probability of 0.006%. */
export function textKey(text: string): number {
  const digest = hash('sha256', text, 'buffer')
  return digest.readUIntBE(0, BYTES) * 2 ** MORE_BITS + (digest.readUInt8(BYTES) % 2 ** MORE_BITS)
}
