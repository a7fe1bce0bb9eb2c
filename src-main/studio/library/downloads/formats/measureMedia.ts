import { open } from 'node:fs/promises'
import type { ByteSource } from './ByteSource.ts'
import type { DetectedFile } from '../inspectFile.ts'
import { readIsoMetadata } from './IsoBoxes.ts'

/** The size of an image or video in pixels and the duration of audio or video; null if unknown. */
export interface MediaMeasurements {
  width: number | null
  height: number | null
  durationMs: number | null
}

/** Null for zero and for durations that no file has, which a damaged header may state. */
function toMilliseconds(seconds = 0): number | null {
  const durationMs = Math.round(seconds * 1000)
  return durationMs > 0 && Number.isSafeInteger(durationMs) ? durationMs : null
}

/** Measures an AVI file by its main header, which has a fixed offset; null if the header isn't there. */
async function measureAvi(source: ByteSource): Promise<MediaMeasurements | null> {
  const head = await source.read(0, 72)
  if (head.length < 72 || head.toString('latin1', 24, 28) !== 'avih') return null
  const seconds = (head.readUInt32LE(32) * head.readUInt32LE(48)) / 1_000_000
  return {
    width: head.readUInt32LE(64) || null,
    height: head.readUInt32LE(68) || null,
    durationMs: toMilliseconds(seconds),
  }
}

async function measureWithLibrary(path: string, mime: string): Promise<MediaMeasurements> {
  // Loaded on demand, because many sessions measure no file.
  const { parseFile } = await import('music-metadata')
  const { format } = await parseFile(path, { duration: mime.startsWith('audio/'), skipCovers: true })
  const video = format.trackInfo?.find(({ video }) => video)?.video
  return {
    width: video?.displayWidth ?? video?.pixelWidth ?? null,
    height: video?.displayHeight ?? video?.pixelHeight ?? null,
    durationMs: toMilliseconds(format.duration),
  }
}

/**
 * The duration of an audio or video file, and the size of an image or video in pixels: what its container states, or what was detected. Null
 * for what is unknown or can't be read; never rejects because of the content.
 */
export async function measureMedia(path: string, detected: DetectedFile): Promise<MediaMeasurements> {
  const { kind, format, mime, width, height } = detected
  if (kind !== 'audio' && kind !== 'video') return { width, height, durationMs: null }
  const fromHeader = await measureFromHeader(path, format).catch(() => null)
  if (fromHeader?.durationMs) return fromHeader
  const fromLibrary = await measureWithLibrary(path, mime).catch(() => null)
  return {
    width: fromHeader?.width ?? fromLibrary?.width ?? width,
    height: fromHeader?.height ?? fromLibrary?.height ?? height,
    durationMs: fromLibrary?.durationMs ?? null,
  }
}

/** Measures the formats whose headers Easel reads itself, because music-metadata doesn't measure their size; null for others. */
async function measureFromHeader(path: string, format: string): Promise<MediaMeasurements | null> {
  if (!['mp4', 'm4a', 'mov', 'avi'].includes(format)) return null
  const handle = await open(path, 'r')
  try {
    const { size } = await handle.stat()
    const read: ByteSource['read'] = async (position, length) => {
      const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - position)))
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, position)
      return buffer.subarray(0, bytesRead)
    }
    if (format === 'avi') return await measureAvi({ size, read })
    const { width, height, durationMs } = await readIsoMetadata({ size, read })
    return { width, height, durationMs }
  } finally {
    await handle.close()
  }
}
