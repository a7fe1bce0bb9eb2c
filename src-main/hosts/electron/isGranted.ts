import { isOurPage } from './origin.ts'

/** What the window asks the system for, as far as it matters here. */
export interface PermissionAsk {
  permission: string
  /** Of `media`: what it wants to hear or see. */
  media: readonly string[]
  url: string
}

/** Text to the clipboard, and the microphone for a reference voice; nothing else, and our own page alone for the latter. */
export function isGranted({ permission, media, url }: PermissionAsk): boolean {
  if (permission === 'clipboard-sanitized-write') return true
  return (
    permission === 'media' && media.length > 0 && media.every((kind) => kind === 'audio') && isOurPage(url)
  )
}
