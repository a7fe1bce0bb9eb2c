import {
  createContext,
  startTransition,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { parseHash, type AppLocation } from './route.ts'

/** The location a screen is rendered for, which may lag behind the window's; null outside of screens. */
export const LocationContext = createContext<AppLocation | null>(null)

const subscribe = (onChange: () => void) => {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}

/** The location of the window; inside a screen, the location it is rendered for. */
export function useLocation(): AppLocation {
  const hash = useSyncExternalStore(subscribe, () => location.hash)
  const current = useMemo(() => parseHash(hash), [hash])
  return useContext(LocationContext) ?? current
}

/**
 * The location whose screen is rendered. A new screen is rendered only after the frame that highlights its link, so that a click
 * responds at once.
 */
export function useRenderedLocation(location: AppLocation): AppLocation {
  const [rendered, setRendered] = useState(location)
  const isRendered = rendered.screen === location.screen
  useEffect(() => {
    if (isRendered) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setRendered(location)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [isRendered, location])
  return isRendered ? location : rendered
}
