import { useEffect, useState } from 'react'

const SETTLED_MS = 1000

/** The first screen has had its time; what else there is to say may load. */
export function useSettled(): boolean {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [])
  return settled
}
