import { useEffect } from 'react'

/** Marks the window as ready for use, for tests and the desktop's start. */
export function useReady(ready: boolean): void {
  useEffect(() => {
    if (ready) document.documentElement.dataset['ready'] = 'true'
  }, [ready])
}
