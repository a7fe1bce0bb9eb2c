/** Farther than any video: seeking there makes a file without a length find its end. */
const BEYOND = 1e9
const PATIENCE_MS = 20_000

const once = (video: HTMLVideoElement, event: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = new AbortController()
    const timer = setTimeout(() => settle(() => reject(new Error('The clip does not answer'))), PATIENCE_MS)
    const settle = (run: () => void) => {
      clearTimeout(timer)
      end.abort()
      run()
    }
    video.addEventListener(event, () => settle(resolve), { signal: end.signal })
    video.addEventListener('error', () => settle(() => reject(new Error('The clip cannot be read'))), {
      signal: end.signal,
    })
  })

export interface OpenVideo {
  video: HTMLVideoElement
  /** In seconds; known also where the file does not tell. */
  duration: number
  /** Brings the frame at `time` up. */
  seek: (time: number) => Promise<void>
  /** Lets go of the bytes. */
  close: () => void
}

/** A video out of sight, from its own bytes so that its frames may be read. */
export async function openVideo(bytes: ArrayBuffer, mime: string): Promise<OpenVideo> {
  const url = URL.createObjectURL(new Blob([bytes], { type: mime }))
  const video = document.createElement('video')
  const close = () => {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(url)
  }
  const seek = async (time: number) => {
    const there = once(video, 'seeked')
    video.currentTime = time
    await there
  }
  try {
    video.muted = true
    video.preload = 'auto'
    const loaded = once(video, 'loadeddata')
    video.src = url
    await loaded
    if (!Number.isFinite(video.duration)) await seek(BEYOND)
    const duration = Number.isFinite(video.duration) ? video.duration : video.currentTime
    return { video, duration, seek, close }
  } catch (error) {
    close()
    throw error
  }
}
