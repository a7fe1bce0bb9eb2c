import { open } from 'node:fs/promises'
import type { ByteSource } from './ByteSource.ts'

/** Opens a file as a source of bytes, with its size and time of change. @throws the system's error. */
export async function openFileSource(
  path: string,
): Promise<{ source: ByteSource; mtimeMs: number; close: () => Promise<void> }> {
  const handle = await open(path, 'r')
  const { size, mtimeMs } = await handle.stat().catch(async (error: unknown) => {
    await handle.close()
    throw error
  })
  const read: ByteSource['read'] = async (position, length) => {
    const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - position)))
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, position)
    return buffer.subarray(0, bytesRead)
  }
  return { source: { size, read }, mtimeMs, close: () => handle.close() }
}
