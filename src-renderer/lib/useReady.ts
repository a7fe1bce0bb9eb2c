import { useEffect, useState } from 'react'

/** Marks the document as ready once `isReady` is true, for tests and the desktop host. */
export function useMarkReady(isReady: boolean): void {
  useEffect(() => {
    if (isReady) document.documentElement.dataset['ready'] = 'true'
  }, [isReady])
}

const STARTUP_MS = 1000

/** False for the first second, in which only the first screen loads; then true, and everything else may load. */
export function useIsStartupOver(): boolean {
  const [isStartupOver, setStartupOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setStartupOver(true), STARTUP_MS)
    return () => clearTimeout(timer)
  }, [])
  return isStartupOver
}
