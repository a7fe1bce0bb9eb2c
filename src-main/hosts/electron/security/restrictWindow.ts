import type { Session, WebContents } from 'electron'
import { isOurPage, APP_ORIGIN } from './appUrls.ts'

/** Denies all permissions except those that `isGranted` allows, because Electron grants everything by default. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, callback, details) => {
    const media = 'mediaTypes' in details ? (details.mediaTypes ?? []) : []
    callback(isGranted({ permission, media, url: details.requestingUrl }))
  })
  session.setPermissionCheckHandler((_contents, permission, origin, { mediaType, requestingUrl }) =>
    isGranted({
      permission,
      media: mediaType === undefined ? [] : [mediaType],
      url: requestingUrl ?? `${origin.replace(/\/$/, '')}/`,
    }),
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

/** Any page may write to the clipboard. Only Easel's own page may go full screen and use the microphone, to record reference voices. */
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
  session.on('will-download', (event, item) => {
    if (!/^(media|blob):/.test(item.getURL())) event.preventDefault()
  })
}

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
