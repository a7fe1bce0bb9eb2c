import type { WebContents } from 'electron'
import { APP_ORIGIN, isOurPage } from './origin.ts'

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
