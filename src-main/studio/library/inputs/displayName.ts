import { cutToCodePoints } from '../cutText.ts'

const MAX_NAME_LENGTH = 255

/** A file name for display: the last part of a path as a title. */
export const toDisplayName = (path: string): string => cleanTitle(path.split(/[/\\]/).at(-1) ?? '')

/** A title without control and direction characters, truncated and never empty. */
export function cleanTitle(text: string): string {
  const clean = text
    .replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '')
    .toWellFormed()
    .trim()
  return cutToCodePoints(clean, MAX_NAME_LENGTH) || 'Untitled'
}
