import { useEffect, useState } from 'react'

const MOVES = ['play', 'pause', 'seeking', 'seeked', 'timeupdate', 'loadedmetadata', 'emptied']

/** Where a medium is, in seconds: with each frame drawn while it plays. */
export function useTime(element: HTMLMediaElement | null): number {
  const [time, setTime] = useState(0)
  useEffect(() => {
    if (element === null) return
    let frame = 0
    const follow = () => {
      setTime(element.currentTime)
      frame = element.paused ? 0 : requestAnimationFrame(follow)
    }
    const move = () => {
      cancelAnimationFrame(frame)
      follow()
    }
    move()
    for (const name of MOVES) element.addEventListener(name, move)
    return () => {
      cancelAnimationFrame(frame)
      for (const name of MOVES) element.removeEventListener(name, move)
    }
  }, [element])
  return time
}
