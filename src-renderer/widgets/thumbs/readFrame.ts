import { openVideo } from './openVideo.ts'

interface Wish {
  /** Seconds, or the last frame there is. */
  at: number | 'last'
  /** Longest side in pixels; the video's own size where none is given. */
  longSide?: number
  type: 'image/png' | 'image/webp'
}

/** One frame of a video as an image. Rejects when the video cannot be read. */
export async function readFrame(
  bytes: ArrayBuffer,
  mime: string,
  { at, longSide, type }: Wish,
): Promise<Blob> {
  const clip = await openVideo(bytes, mime)
  const { video, duration } = clip
  try {
    // At its very end a video shows its last frame.
    await clip.seek(at === 'last' ? duration : Math.min(at, duration))
    const { videoWidth, videoHeight } = video
    const scale = Math.min(1, (longSide ?? Infinity) / Math.max(videoWidth, videoHeight))
    const canvas = new OffscreenCanvas(Math.round(videoWidth * scale), Math.round(videoHeight * scale))
    canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
    return await canvas.convertToBlob({ type, quality: 0.82 })
  } finally {
    clip.close()
  }
}
