import { useContext, useMemo, useSyncExternalStore } from 'react'
import { parseHash, type AppLocation } from './route.ts'
import { LocationContext } from './LocationContext.ts'

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
