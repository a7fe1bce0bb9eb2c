/**
 * Navigates to a screen: `navigate('gallery/ID')`. `replace` replaces the history entry and keeps its state. Always causes a
 * `hashchange` event, also if the screen is shown already.
 */
export function navigate(path: string, { replace = false }: { replace?: boolean } = {}): void {
  const hash = `#/${path}`
  if (replace) history.replaceState(history.state, '', hash)
  else if (location.hash !== hash) {
    location.hash = hash
    return
  }
  dispatchEvent(new HashChangeEvent('hashchange'))
}

/** What an action that goes to a place does, and the place. */
export const goTo = (path: string): { path: string; run: () => void } => ({ path, run: () => navigate(path) })
