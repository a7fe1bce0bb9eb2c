import { useEffect, useState } from 'react'

/** Marks the window as ready, for tests and the desktop host. */
export function useMarkReady(isReady: boolean): void {
  useEffect(() => {
    if (isReady) document.documentElement.dataset['ready'] = 'true'
  }, [isReady])
}

const SETTLED_MS = 1000

/** Whether the first screen had time to load, so that the rest may load. */
export function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [])
  return isSettled
}
