import {
  createContext,
  startTransition,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'

export const SCREENS = ['create', 'queue', 'gallery', 'spend', 'settings'] as const
export type Screen = (typeof SCREENS)[number]

/** The location of the window: `#/gallery/ID?view=trash` is screen `gallery`, rest `['ID']`, query `view=trash`. */
interface AppLocation {
  screen: Screen
  rest: string[]
  query: URLSearchParams
}

const isScreen = (name: string | undefined): name is Screen => SCREENS.some((screen) => screen === name)

/** Parses a hash; unknown screens become Create. */
function parseHash(hash: string): AppLocation {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const [screen, ...rest] = path.split('/').filter(Boolean).map(decodeSafely)
  return { screen: isScreen(screen) ? screen : 'create', rest, query: new URLSearchParams(query) }
}

function decodeSafely(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The location a screen is rendered for, which may lag behind the window's; null outside of screens. */
export const LocationContext = createContext<AppLocation | null>(null)

const subscribe = (onChange: () => void) => {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}

/** The hash of the window's address. */
export const useHash = (): string => useSyncExternalStore(subscribe, () => location.hash)

/** Whether a hash shows the place that `navigate(path)` goes to. */
export function isAt(hash: string, path: string): boolean {
  const [current, target] = [parseHash(hash), parseHash(path)]
  const keyOf = ({ screen, rest, query }: AppLocation) => [screen, ...rest, query.toString()].join('/')
  return keyOf(current) === keyOf(target)
}

/** The location of the window; inside a screen, the location it is rendered for. */
export function useLocation(): AppLocation {
  const hash = useHash()
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
  // Until the next screen is rendered, the current one keeps its latest location.
  if (isRendered && rendered !== location) setRendered(location)
  // Overrides the update of a transition that is still rendering another screen. Otherwise that screen would appear although the location
  // has changed again.
  useLayoutEffect(() => subscribe(() => setRendered(rendered)), [rendered])
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
