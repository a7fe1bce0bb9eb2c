import { openVideo } from './openVideo.ts'

interface Options {
  /** Time in seconds, or the last frame. */
  at: number | 'last'
  /** Longest side in pixels; the video's own size by default. */
  longSide?: number
  type: 'image/png' | 'image/webp'
}

/** Reads a frame of a video as an image. Rejects if the video can't be read. */
export async function readFrame(
  bytes: ArrayBuffer,
  mime: string,
  { at, longSide, type }: Options,
): Promise<Blob> {
  const openedVideo = await openVideo(bytes, mime)
  const { video, duration } = openedVideo
  try {
    // Seeking to the end shows the last frame.
    await openedVideo.seek(at === 'last' ? duration : Math.min(at, duration))
    const { videoWidth, videoHeight } = video
    const scale = Math.min(1, (longSide ?? Infinity) / Math.max(videoWidth, videoHeight))
    const canvas = new OffscreenCanvas(Math.round(videoWidth * scale), Math.round(videoHeight * scale))
    canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
    return await canvas.convertToBlob({ type, quality: 0.82 })
  } finally {
    openedVideo.close()
  }
}
