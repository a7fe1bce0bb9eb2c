import { isAbsolute } from 'node:path'
import type { Studio } from '../../studio/Studio.ts'

/** What the preload gives of a file: where it is, or its bytes where it has no place on disk. */
export function readFileGiven(given: unknown): Parameters<Studio['inputs']['take']>[0] | null {
  if (given instanceof ArrayBuffer) return { stream: piecesOf(new Uint8Array(given)) }
  return typeof given === 'string' && isAbsolute(given) && !given.includes('\0') ? { path: given } : null
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
