import { useContext, useMemo, useSyncExternalStore } from 'react'
import { parseHash, type Place } from './route.ts'
import { PlaceContext } from './PlaceContext.ts'

const subscribe = (changed: () => void) => {
  addEventListener('hashchange', changed)
  return () => removeEventListener('hashchange', changed)
}

/** The place of the window; inside a screen, the place it is rendered for. */
export function usePlace(): Place {
  const hash = useSyncExternalStore(subscribe, () => location.hash)
  const now = useMemo(() => parseHash(hash), [hash])
  return useContext(PlaceContext) ?? now
}
