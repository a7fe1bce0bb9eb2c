import type { Session } from 'electron'
import { isGranted } from './isGranted.ts'

/** Denies all permissions but those of `isGranted`, because Electron grants everything by default. */
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
