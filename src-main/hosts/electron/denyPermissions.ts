import type { Session } from 'electron'

/** Electron grants everything unless told otherwise; the window needs one thing: putting text on the clipboard. */
const GRANTED = 'clipboard-sanitized-write'

export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(permission === GRANTED))
  session.setPermissionCheckHandler((_contents, permission) => permission === GRANTED)
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null))
}
