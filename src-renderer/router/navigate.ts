/** Navigates to a screen: `navigate('gallery/ID')`. `replace` replaces the history entry. */
export function navigate(path: string, { replace = false }: { replace?: boolean } = {}): void {
  const hash = `#/${path}`
  if (!replace) {
    location.hash = hash
    return
  }
  history.replaceState(null, '', hash)
  dispatchEvent(new HashChangeEvent('hashchange'))
}
