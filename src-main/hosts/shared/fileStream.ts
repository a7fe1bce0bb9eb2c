import type { FileHandle } from 'node:fs/promises'
import type { ByteRange } from './parseRange.ts'

const CHUNK_BYTES = 256 * 1024

/**
 * Part of an open file as a stream that reads on demand and closes the file at its end, at an error and when cancelled; a player
 * that seeks cancels many streams.
 */
export function fileStream(handle: FileHandle, range: ByteRange): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = range.start
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: async (controller) => {
        try {
          const chunk = new Uint8Array(Math.min(CHUNK_BYTES, range.end + 1 - at))
          const { bytesRead } = await handle.read(chunk, 0, chunk.byteLength, at)
          if (bytesRead === 0) throw new Error('The file ended early')
          at += bytesRead
          controller.enqueue(chunk.subarray(0, bytesRead))
          if (at > range.end) {
            await handle.close()
            controller.close()
          }
        } catch (error) {
          await handle.close().catch(() => {})
          controller.error(error)
        }
      },
      cancel: () => handle.close(),
    },
    { highWaterMark: 0 },
  )
}
