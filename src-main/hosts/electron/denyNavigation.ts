import type { WebContents } from 'electron'
import { isOurPage } from './origin.ts'

/** The window stays on its own page, opens no other window and holds no foreign page. */
export function denyNavigation(contents: WebContents): void {
  const stay = (event: { url: string; preventDefault: () => void }): void => {
    if (!isOurPage(event.url)) event.preventDefault()
  }
  contents.on('will-navigate', stay)
  contents.on('will-frame-navigate', stay)
  contents.on('will-redirect', stay)
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}
