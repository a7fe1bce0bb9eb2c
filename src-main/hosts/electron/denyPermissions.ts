import type { Session } from 'electron'
import { isGranted } from './isGranted.ts'

/** Electron grants everything unless told otherwise. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
    const media = 'mediaTypes' in details ? (details.mediaTypes ?? []) : []
    answer(isGranted({ permission, media, url: details.requestingUrl }))
  })
  session.setPermissionCheckHandler((_contents, permission, origin, { mediaType, requestingUrl }) =>
    isGranted({
      permission,
      media: mediaType === undefined ? [] : [mediaType],
      url: requestingUrl ?? `${origin.replace(/\/$/, '')}/`,
    }),
  )
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null))
}
