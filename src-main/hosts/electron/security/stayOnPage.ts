import type { WebContents } from 'electron'
import { isOurPage, APP_ORIGIN } from './appAddresses.ts'

/** Prevents the window and its frames from leaving Easel's page, opening windows and embedding other pages. */
export function denyNavigation(contents: WebContents): void {
  const preventLeaving = (event: { url: string; preventDefault: () => void }): void => {
    if (!isOurPage(event.url)) event.preventDefault()
  }
  contents.on('will-frame-navigate', preventLeaving)
  contents.on('will-redirect', preventLeaving)
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}

/**
 * Loads Easel's page again if the window shows another one. Chromium loads `about:` URLs without `will-navigate`, and preventing
 * them as they start crashes Electron. The preload script prevents them; this handles any that it misses.
 */
export function returnToPage(contents: WebContents): void {
  const returnIfElsewhere = (url: string): void => {
    if (!isOurPage(url)) void contents.loadURL(`${APP_ORIGIN}/`)
  }
  contents.on('did-navigate', (_event, url) => returnIfElsewhere(url))
  contents.on('did-fail-load', (_event, _code, _description, url, isMainFrame) => {
    if (isMainFrame) returnIfElsewhere(url)
  })
}
