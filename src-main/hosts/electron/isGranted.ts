import { isOurPage } from './origin.ts'

/** The relevant parts of a permission request of the window. */
export interface PermissionRequest {
  permission: string
  /** For `media`: `audio`, `video` or both. */
  media: readonly string[]
  url: string
}

/** Grants writing text to the clipboard, and the microphone for a reference voice to Easel's own page; nothing else. */
export function isGranted({ permission, media, url }: PermissionRequest): boolean {
  if (permission === 'clipboard-sanitized-write') return true
  return (
    permission === 'media' && media.length > 0 && media.every((kind) => kind === 'audio') && isOurPage(url)
  )
}
