import type { Session } from 'electron'

const WEB = ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'ftp://*/*', 'file:///*']

/**
 * A second line of defense after the content security policy: the window's session has no access to the network and the disk.
 * Downloads are only allowed from the library and from blobs of the window itself.
 */
export function denyNetwork(session: Session): void {
  session.webRequest.onBeforeRequest({ urls: WEB }, (_details, callback) => callback({ cancel: true }))
  session.on('will-download', (event, item) => {
    if (!/^(media|blob):/.test(item.getURL())) event.preventDefault()
  })
}
