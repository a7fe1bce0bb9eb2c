import type { WebContents } from 'electron'
import { isOurPage, APP_ORIGIN } from './appAddresses.ts'

/** Prevents the window and its frames from leaving Easel's page, opening windows and embedding other pages. */
export function denyNavigation(contents: WebContents): void {
  const stay = (event: { url: string; preventDefault: () => void }): void => {
    if (!isOurPage(event.url)) event.preventDefault()
  }
  contents.on('will-frame-navigate', stay)
  contents.on('will-redirect', stay)
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}

/**
 * Brings the window back to Easel's page. Chromium loads `about:` URLs without `will-navigate`, and preventing them as they
 * start crashes Electron. The preload refuses them; this handles those that get past the preload.
 */
export function returnToPage(contents: WebContents): void {
  const goHome = (url: string): void => {
    if (!isOurPage(url)) void contents.loadURL(`${APP_ORIGIN}/`)
  }
  contents.on('did-navigate', (_event, url) => goHome(url))
  contents.on('did-fail-load', (_event, _code, _description, url, isMainFrame) => {
    if (isMainFrame) goHome(url)
  })
}
