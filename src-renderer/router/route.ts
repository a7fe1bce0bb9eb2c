export const SCREENS = ['create', 'queue', 'gallery', 'spend', 'settings'] as const
export type Screen = (typeof SCREENS)[number]

/** The location of the window: `#/gallery/ID?view=trash` is screen `gallery`, rest `['ID']`, query `view=trash`. */
export interface AppLocation {
  screen: Screen
  rest: string[]
  query: URLSearchParams
}

const isScreen = (name: string | undefined): name is Screen => SCREENS.some((screen) => screen === name)

/** Parses a hash; unknown screens become Create. */
export function parseHash(hash: string): AppLocation {
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
