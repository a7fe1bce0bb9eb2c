/** The only origin that the window is loaded from. */
export const APP_HOST = 'studio'
export const APP_ORIGIN = `app://${APP_HOST}`

/** Whether an address is our own page. Parsed, not compared as a prefix, because `app://studio.evil` starts the same. */
export function isOurPage(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === 'app:' && url.host === APP_HOST && !url.username && !url.password
}
