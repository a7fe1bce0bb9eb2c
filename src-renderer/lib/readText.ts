import { decodeText } from '../../src-preload/shared/encoding/decodeText.ts'

/** Reads a text file in any common encoding. */
export const readText = async (file: Blob): Promise<string> =>
  decodeText(new Uint8Array(await file.arrayBuffer()))
