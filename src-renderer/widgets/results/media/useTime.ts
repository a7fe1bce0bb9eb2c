import { useEffect, useEffectEvent, useState } from 'react'

const MOVES = ['play', 'pause', 'seeking', 'seeked', 'timeupdate', 'loadedmetadata', 'emptied']
const same = (time: number): number => time

/**
 * Where a medium is, in seconds: with each frame drawn while it plays. `read` makes another figure of the time, so
 * that only its changes draw again.
 */
export function useTime(element: HTMLMediaElement | null, read: (time: number) => number = same): number {
  const [figure, setFigure] = useState(() => read(0))
  const tell = useEffectEvent((time: number) => setFigure(read(time)))
  useEffect(() => {
    if (element === null) return
    let frame = 0
    const follow = () => {
      tell(element.currentTime)
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
  return figure
}
