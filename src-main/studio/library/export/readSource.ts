import { constants, open, type FileHandle } from 'node:fs/promises'
import { libraryErrors, storageErrors } from '../../../../src-preload/contract/errors.ts'
import { systemErrorCode } from '../../storage/files/storageError.ts'
import { SourceError } from './ExportTarget.ts'

const CHUNK_BYTES = 256 * 1024

/** Reads a file of the library in chunks. @throws SourceError if it can't be read; what `onChunk` throws. */
export async function* readSource(
  path: string,
  onChunk: (bytes: number) => void,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(rethrow)
  try {
    for (;;) {
      const chunk = await readChunk(handle)
      if (chunk.byteLength === 0) return
      onChunk(chunk.byteLength)
      yield chunk
    }
  } finally {
    await handle.close()
  }
}

async function readChunk(handle: FileHandle): Promise<Uint8Array<ArrayBuffer>> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES).catch(rethrow)
  return chunk.subarray(0, bytesRead)
}

function rethrow(error: unknown): never {
  const cause = systemErrorCode(error) ?? ''
  if (cause === 'ENOENT') throw new SourceError({ code: libraryErrors.fileMissing, money: 'none' })
  throw new SourceError({ code: storageErrors.diskFailed, money: 'none', params: { cause } })
}
