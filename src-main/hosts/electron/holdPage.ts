import type { WebContents } from 'electron'
import { APP_ORIGIN, isOurPage } from './origin.ts'

/**
 * Brings the window back to our page. Chromium loads `about:` addresses without asking `will-navigate`, and to stop
 * one as it starts crashes Electron; the preload refuses them, and this undoes what gets past the preload.
 */
export function holdPage(contents: WebContents): void {
  const goHome = (url: string): void => {
    if (!isOurPage(url)) void contents.loadURL(`${APP_ORIGIN}/`)
  }
  contents.on('did-navigate', (_event, url) => goHome(url))
  contents.on('did-fail-load', (_event, _code, _description, url, isMainFrame) => {
    if (isMainFrame) goHome(url)
  })
}
