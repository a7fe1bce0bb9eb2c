import { useContext, useMemo, useSyncExternalStore } from 'react'
import { parseHash, type AppLocation } from './route.ts'
import { LocationContext } from './LocationContext.ts'

const subscribe = (changed: () => void) => {
  addEventListener('hashchange', changed)
  return () => removeEventListener('hashchange', changed)
}

/** The place of the window; inside a screen, the place it is rendered for. */
export function useLocation(): AppLocation {
  const hash = useSyncExternalStore(subscribe, () => location.hash)
  const now = useMemo(() => parseHash(hash), [hash])
  return useContext(LocationContext) ?? now
}
