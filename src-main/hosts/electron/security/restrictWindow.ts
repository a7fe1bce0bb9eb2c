import type { Session, WebContents } from 'electron'
import { isOurPage, APP_ORIGIN } from './appUrls.ts'
import type { MicrophonePermission } from './MicrophonePermission.ts'

/**
 * Denies all permissions except those that `isGranted` allows, because Electron grants everything by default. The microphone also needs the
 * user's.
 */
export function denyPermissions(session: Session, microphone: MicrophonePermission): void {
  const decide = async (request: PermissionRequest, callback: (isAllowed: boolean) => void): Promise<void> =>
    callback(isGranted(request) && (request.permission !== 'media' || (await microphone.request())))
  session.setPermissionRequestHandler((_contents, permission, callback, details) => {
    const media = 'mediaTypes' in details ? (details.mediaTypes ?? []) : []
    void decide({ permission, media, url: details.requestingUrl }, callback)
  })
  session.setPermissionCheckHandler(
    (_contents, permission, origin, { mediaType, requestingUrl }) =>
      isGranted({
        permission,
        media: mediaType === undefined ? [] : [mediaType],
        url: requestingUrl ?? `${origin.replace(/\/$/, '')}/`,
      }) &&
      (permission !== 'media' || microphone.state === 'allowed'),
  )
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler((_request, callback) => callback(null))
}

/** The relevant parts of a permission request of the window. */
interface PermissionRequest {
  permission: string
  /** For `media`: `audio`, `video` or both. */
  media: readonly string[]
  url: string
}

/**
 * Any page may write to the clipboard. Only Easel's own page may go full screen and ask for the microphone, to record reference voices.
 */
export function isGranted({ permission, media, url }: PermissionRequest): boolean {
  if (permission === 'clipboard-sanitized-write') return true
  if (permission === 'fullscreen') return isOurPage(url)
  return (
    permission === 'media' && media.length > 0 && media.every((kind) => kind === 'audio') && isOurPage(url)
  )
}

const BLOCKED_URLS = ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'ftp://*/*', 'file:///*']

/**
 * Defense in depth behind the content security policy: the window's session has no access to the network or the file system.
 * Downloads are only allowed from the library and from blobs of the window itself.
 */
export function denyNetworkAndFiles(session: Session): void {
  session.webRequest.onBeforeRequest({ urls: BLOCKED_URLS }, (_details, callback) =>
    callback({ cancel: true }),
  )
  // Connections that ask no policy, such as those of WebRTC over TCP, go to a proxy that doesn't exist: only root can listen on this port.
  void session.setProxy({
    mode: 'fixed_servers',
    proxyRules: 'http://127.0.0.1:1',
    proxyBypassRules: '<-loopback>',
  })
  session.on('will-download', (event, item) => {
    if (!/^(media|blob):/.test(item.getURL())) event.preventDefault()
  })
}

/** Prevents the window and its frames from leaving Easel's page, opening windows, embedding other pages, and sending packets. */
export function denyNavigation(contents: WebContents): void {
  const preventLeaving = (event: { url: string; preventDefault: () => void }): void => {
    if (!isOurPage(event.url)) event.preventDefault()
  }
  contents.on('will-frame-navigate', preventLeaving)
  contents.on('will-redirect', preventLeaving)
  // The content security policy doesn't cover WebRTC. Without a proxy for UDP, it sends none.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
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
