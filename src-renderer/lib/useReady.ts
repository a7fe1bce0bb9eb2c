import { useEffect, useState } from 'react'

/** Marks the document as ready once `isReady` is true, for tests and benchmarks. */
export function useMarkReady(isReady: boolean): void {
  useEffect(() => {
    if (isReady) document.documentElement.dataset['ready'] = 'true'
  }, [isReady])
}

const STARTUP_MS = 1000
const startupEnd = performance.now() + STARTUP_MS

/** False for the window's first second, in which only the first screen loads; then true, and everything else may load. */
export function useIsStartupOver(): boolean {
  const [isStartupOver, setStartupOver] = useState(() => performance.now() >= startupEnd)
  useEffect(() => {
    const timer = setTimeout(() => setStartupOver(true), startupEnd - performance.now())
    return () => clearTimeout(timer)
  }, [])
  return isStartupOver
}
