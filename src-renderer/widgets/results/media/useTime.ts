import { useEffect, useEffectEvent, useState } from 'react'

const EVENTS = ['play', 'pause', 'seeking', 'seeked', 'timeupdate', 'loadedmetadata', 'emptied']
const identity = (time: number): number => time

/**
 * The current time of a media element in seconds, updated with each frame while it plays. `select` maps it to another value,
 * so that only changes of that value cause a render.
 */
export function useTime(
  element: HTMLMediaElement | null,
  select: (time: number) => number = identity,
): number {
  const [value, setValue] = useState(() => select(0))
  const update = useEffectEvent((time: number) => setValue(select(time)))
  useEffect(() => {
    if (element === null) return
    let frame = 0
    const follow = () => {
      update(element.currentTime)
      frame = element.paused ? 0 : requestAnimationFrame(follow)
    }
    const restart = () => {
      cancelAnimationFrame(frame)
      follow()
    }
    restart()
    for (const name of EVENTS) element.addEventListener(name, restart)
    return () => {
      cancelAnimationFrame(frame)
      for (const name of EVENTS) element.removeEventListener(name, restart)
    }
  }, [element])
  return value
}
