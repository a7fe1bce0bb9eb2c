import { detectEncoding } from './detectEncoding.ts'
import type { Encoding } from './encodings.ts'

/** Decodes a text file, without its byte order mark. Unless it is given, the encoding is guessed. */
export const decodeText = (bytes: Uint8Array, encoding: Encoding = detectEncoding(bytes)): string =>
  new TextDecoder(encoding).decode(bytes)
