import { open } from 'node:fs/promises'
import type { ByteSource } from './ByteSource.ts'
import type { DetectedFile } from './inspect.ts'
import { readIsoMetadata } from './IsoBoxes.ts'

export interface MediaMeasurements {
  width: number | null
  height: number | null
  durationMs: number | null
}

const toMilliseconds = (seconds: number | undefined): number | null =>
  seconds !== undefined && Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds * 1000) : null

/** Reads the main header of an AVI file, which has a fixed offset. */
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
  // Loaded on demand, because many sessions open no audio.
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
 * The duration of an audio or video file and the size of a video, if its container states them. Never rejects because of the
 * content.
 */
export async function measureMedia(path: string, facts: DetectedFile): Promise<MediaMeasurements> {
  const { kind, format, mime, width, height } = facts
  const unmeasured = { width, height, durationMs: null }
  if (kind !== 'audio' && kind !== 'video') return unmeasured
  try {
    const fromHeader = await measureFromHeader(path, format)
    if (fromHeader?.durationMs) return fromHeader
    const fromLibrary = await measureWithLibrary(path, mime)
    return {
      width: fromHeader?.width ?? fromLibrary.width,
      height: fromHeader?.height ?? fromLibrary.height,
      durationMs: fromLibrary.durationMs,
    }
  } catch {
    return unmeasured
  }
}

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
