/** Goes to a screen or a part of it: `go('gallery/ID')`. `replace` leaves no step back. */
export function navigate(path: string, { replace = false }: { replace?: boolean } = {}): void {
  const hash = `#/${path}`
  if (!replace) {
    location.hash = hash
    return
  }
  history.replaceState(null, '', hash)
  dispatchEvent(new HashChangeEvent('hashchange'))
}
