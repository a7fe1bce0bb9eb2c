/** A follower that is further from its leader than this, in seconds, seeks to the same time. */
const MAX_DRIFT_S = 0.12

type MediaElement = Pick<
  HTMLMediaElement,
  | 'currentTime'
  | 'duration'
  | 'playbackRate'
  | 'paused'
  | 'play'
  | 'pause'
  | 'addEventListener'
  | 'removeEventListener'
>

/**
 * Keeps the time, speed and play state of a media element equal to those of another. A shorter one stays at its end.
 * Returns a function that stops this.
 */
export function keepInSync(leader: MediaElement, follower: MediaElement): () => void {
  const follow = () => {
    const end = Number.isFinite(follower.duration) ? follower.duration : Infinity
    const time = Math.min(leader.currentTime, end)
    if (follower.playbackRate !== leader.playbackRate) follower.playbackRate = leader.playbackRate
    if (Math.abs(follower.currentTime - time) > MAX_DRIFT_S || leader.paused) follower.currentTime = time
    const isPlaying = !leader.paused && time < end
    // `play` rejects when a pause interrupts it, which is harmless.
    if (isPlaying && follower.paused) follower.play().catch(() => {})
    if (!isPlaying && !follower.paused) follower.pause()
  }
  const events = ['play', 'pause', 'seeking', 'seeked', 'ratechange', 'timeupdate', 'ended'] as const
  for (const name of events) leader.addEventListener(name, follow)
  // Its duration is known from then on.
  follower.addEventListener('loadedmetadata', follow)
  return () => {
    for (const name of events) leader.removeEventListener(name, follow)
    follower.removeEventListener('loadedmetadata', follow)
  }
}
