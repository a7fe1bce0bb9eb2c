import { stat } from 'node:fs/promises'
import type { WireFile, WireRequest } from '../service/Exchange.ts'

/** The first file of a request that is not there; null where all are. To be asked before anything is sent. */
export async function missingFile(request: WireRequest): Promise<WireFile | null> {
  if (request.encoding === 'json') return null
  for (const file of request.files) {
    const found = await stat(file.path).catch(() => null)
    if (!found?.isFile()) return file
  }
  return null
}
