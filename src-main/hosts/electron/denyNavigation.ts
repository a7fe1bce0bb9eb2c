import type { WebContents } from 'electron'
import { isOurPage } from './origin.ts'

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
