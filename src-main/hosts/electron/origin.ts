/** The only place the window is ever loaded from. */
export const APP_HOST = 'studio'
export const APP_ORIGIN = `app://${APP_HOST}`

/** Whether an address is a page of ours. Parsed, never compared by its beginning: `app://studio.evil` begins alike. */
export function isOurPage(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === 'app:' && url.host === APP_HOST && !url.username && !url.password
}
