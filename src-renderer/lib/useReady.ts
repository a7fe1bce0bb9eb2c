import { useEffect } from 'react'

/** Marks the window as ready, for tests and the desktop host. */
export function useReady(ready: boolean): void {
  useEffect(() => {
    if (ready) document.documentElement.dataset['ready'] = 'true'
  }, [ready])
}
