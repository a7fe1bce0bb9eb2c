import { constants, open, type FileHandle } from 'node:fs/promises'
import { libraryErrors, storageErrors } from '../../../../src-preload/contract/errors.ts'
import { systemErrorCode } from '../../storage/files/storageError.ts'
import type { ByteSource } from '../downloads/formats/ByteSource.ts'
import type { Part } from './embed/Metadata.ts'
import { SourceError } from './ExportTarget.ts'

type Bytes = Uint8Array<ArrayBuffer>

const CHUNK_BYTES = 512 * 1024

interface Options {
  /** Plans a copy with other content than the file; returns null to copy it unchanged. Without a plan it is copied unchanged too. */
  plan?: ((original: ByteSource) => Promise<Part[] | null>) | null
  /** Called with the size of each chunk of the file. */
  onChunk?: (bytes: number) => void
  /** Called if `plan` returns null. */
  onUnchanged?: () => void
}

/**
 * Reads a file of the library, or what it was converted to, in chunks. A chunk is valid until the next one is read, because they share a
 * buffer. @throws SourceError if it can't be read; what `onChunk` throws.
 */
export async function* readSource(source: string | Bytes, options: Options = {}): AsyncGenerator<Bytes> {
  if (typeof source !== 'string') return yield* readParts(bytesInMemory(source), options)
  const handle = await open(source, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(throwSourceError)
  try {
    const { size } = await handle.stat().catch(throwSourceError)
    yield* readParts(byteSource(handle, size), options)
  } finally {
    await handle.close()
  }
}

async function* readParts(source: Content, { plan, onChunk, onUnchanged }: Options): AsyncGenerator<Bytes> {
  const parts = plan ? await plan(source) : null
  if (plan && !parts) onUnchanged?.()
  for (const part of parts ?? [{ from: 0, to: source.size }]) {
    if ('bytes' in part) {
      yield Uint8Array.from(part.bytes)
      continue
    }
    for (let position = part.from; position < part.to;) {
      const chunk = await source.readChunk(position, Math.min(CHUNK_BYTES, part.to - position))
      if (chunk.byteLength === 0) throw new SourceError({ code: storageErrors.diskFailed, money: 'none' })
      onChunk?.(chunk.byteLength)
      yield chunk
      position += chunk.byteLength
    }
  }
}

/** Whether a plan would copy a file of the library unchanged. @throws SourceError if it can't be read. */
export async function isUnchanged(path: string, plan: NonNullable<Options['plan']>): Promise<boolean> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(throwSourceError)
  try {
    const { size } = await handle.stat().catch(throwSourceError)
    return (await plan(byteSource(handle, size))) === null
  } finally {
    await handle.close()
  }
}

/** Reads a file of the library as fast as the stream is read. `onError` gets the error of a read, which cuts the stream. */
export function streamSource(
  path: string,
  plan: NonNullable<Options['plan']>,
  onError: (error: unknown) => void,
): ReadableStream<Bytes> {
  const chunks = readSource(path, { plan })
  return new ReadableStream<Bytes>(
    {
      pull: async (controller) => {
        const { done, value } = await chunks.next().catch((error: unknown) => {
          onError(error)
          throw error
        })
        if (done) controller.close()
        else controller.enqueue(new Uint8Array(value))
      },
      cancel: async () => {
        await chunks.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}

/** The source that parts are copied from. */
interface Content extends ByteSource {
  /** Like `read`, but the bytes are valid until the next call only. */
  readChunk: (position: number, length: number) => Promise<Bytes>
}

function bytesInMemory(bytes: Bytes): Content {
  const readChunk = async (position: number, length: number) => bytes.subarray(position, position + length)
  return {
    size: bytes.byteLength,
    read: async (position, length) => Buffer.from(await readChunk(position, length)),
    readChunk,
  }
}

function byteSource(handle: FileHandle, size: number): Content {
  let shared: Buffer<ArrayBuffer> | null = null
  const available = (position: number, length: number) => Math.max(0, Math.min(length, size - position))
  const readInto = async (buffer: Buffer<ArrayBuffer>, position: number, length: number) => {
    const count = available(position, length)
    const { bytesRead } = await handle.read(buffer, 0, count, position).catch(throwSourceError)
    return buffer.subarray(0, bytesRead)
  }
  return {
    size,
    read: (position, length) => readInto(Buffer.allocUnsafe(available(position, length)), position, length),
    readChunk: (position, length) => {
      shared ??= Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size))
      return readInto(shared, position, length)
    },
  }
}

/** Throws a SourceError for an error of the system. */
function throwSourceError(error: unknown): never {
  const cause = systemErrorCode(error) ?? ''
  if (cause === 'ENOENT') throw new SourceError({ code: libraryErrors.fileMissing, money: 'none' })
  throw new SourceError({ code: storageErrors.diskFailed, money: 'none', params: { cause } })
}
