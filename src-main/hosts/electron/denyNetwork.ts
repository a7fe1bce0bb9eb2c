import type { Session } from 'electron'

const WEB = ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'ftp://*/*', 'file:///*']

/**
 * A second wall behind the content security policy: the window's session has no web and no disk at all.
 * Saving a copy works from the library, and from what the window itself has made of it.
 */
export function denyNetwork(session: Session): void {
  session.webRequest.onBeforeRequest({ urls: WEB }, (_details, answer) => answer({ cancel: true }))
  session.on('will-download', (event, item) => {
    if (!/^(media|blob):/.test(item.getURL())) event.preventDefault()
  })
}
