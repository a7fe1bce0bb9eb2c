import { useEffect } from 'react'

/** Tells the outside (tests, the desktop's start) that the window shows something to work with. */
export function useReady(ready: boolean): void {
  useEffect(() => {
    if (ready) document.documentElement.dataset['ready'] = 'true'
  }, [ready])
}
