/** A follower that is further away from its leader than this, in seconds, is moved to the same time. */
const MAX_DRIFT_S = 0.12

type Medium = Pick<
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

/** Keeps a medium at the time, rate and state of another one; a shorter one stays at its end. Returns a function that ends it. */
export function followMedium(leader: Medium, follower: Medium): () => void {
  const follow = () => {
    const end = Number.isFinite(follower.duration) ? follower.duration : Infinity
    const time = Math.min(leader.currentTime, end)
    if (follower.playbackRate !== leader.playbackRate) follower.playbackRate = leader.playbackRate
    if (Math.abs(follower.currentTime - time) > MAX_DRIFT_S || leader.paused) follower.currentTime = time
    const isPlaying = !leader.paused && time < end
    // A pause that interrupts `play` rejects it, which changes nothing here.
    if (isPlaying && follower.paused) follower.play().catch(() => {})
    if (!isPlaying && !follower.paused) follower.pause()
  }
  const events = ['play', 'pause', 'seeking', 'seeked', 'ratechange', 'timeupdate', 'ended'] as const
  for (const name of events) leader.addEventListener(name, follow)
  // Its length is known from then on.
  follower.addEventListener('loadedmetadata', follow)
  return () => {
    for (const name of events) leader.removeEventListener(name, follow)
    follower.removeEventListener('loadedmetadata', follow)
  }
}
