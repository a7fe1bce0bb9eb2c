interface Options {
  /** Time in seconds, or the last frame. */
  at: number | 'last'
  /** Longest side in pixels; the video's own size by default. */
  longestSide?: number
  type: 'image/png' | 'image/webp'
}

/** Quality of a WebP image, between 0 and 1. Ignored for PNG, which is lossless. */
const WEBP_QUALITY = 0.82

/** Reads a frame of a video as an image. Rejects if the video can't be read. */
export async function readFrame(file: Blob, { at, longestSide, type }: Options): Promise<Blob> {
  const openedVideo = await openVideo(file)
  const { video, duration } = openedVideo
  try {
    // Seeking to the end shows the last frame.
    await openedVideo.seek(at === 'last' ? duration : Math.min(at, duration))
    const { videoWidth, videoHeight } = video
    const scale = Math.min(1, (longestSide ?? Infinity) / Math.max(videoWidth, videoHeight))
    const canvas = new OffscreenCanvas(Math.round(videoWidth * scale), Math.round(videoHeight * scale))
    canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
    return await canvas.convertToBlob({ type, quality: WEBP_QUALITY })
  } finally {
    openedVideo.close()
  }
}

/** Past the end of any video, in seconds: seeking there makes the browser determine an unknown duration. */
const PAST_END = 1e9
/** A video that takes longer to load or seek counts as unreadable. */
const TIMEOUT_MS = 20_000

const waitForEvent = (video: HTMLVideoElement, event: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const abortController = new AbortController()
    const timer = setTimeout(
      () => finish(() => reject(new Error('The video did not load in time'))),
      TIMEOUT_MS,
    )
    const finish = (run: () => void) => {
      clearTimeout(timer)
      abortController.abort()
      run()
    }
    video.addEventListener(event, () => finish(resolve), { signal: abortController.signal })
    video.addEventListener('error', () => finish(() => reject(new Error('The video can’t be read'))), {
      signal: abortController.signal,
    })
  })

interface OpenedVideo {
  video: HTMLVideoElement
  /** In seconds; determined even if the file contains none. */
  duration: number
  /** Seeks to `time`, in seconds, and waits for its frame. */
  seek: (time: number) => Promise<void>
  /** Releases the file. */
  close: () => void
}

/** Opens a video in a detached element; loading it from a Blob allows its frames to be read. */
async function openVideo(file: Blob): Promise<OpenedVideo> {
  const url = URL.createObjectURL(file)
  const video = document.createElement('video')
  const close = () => {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(url)
  }
  const seek = async (time: number) => {
    const seeked = waitForEvent(video, 'seeked')
    video.currentTime = time
    await seeked
  }
  try {
    video.muted = true
    video.preload = 'auto'
    const loaded = waitForEvent(video, 'loadeddata')
    video.src = url
    await loaded
    if (!Number.isFinite(video.duration)) await seek(PAST_END)
    const duration = Number.isFinite(video.duration) ? video.duration : video.currentTime
    return { video, duration, seek, close }
  } catch (error) {
    close()
    throw error
  }
}
