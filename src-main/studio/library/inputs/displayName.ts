import { cutToCodePoints } from '../cutText.ts'

const MAX_NAME_LENGTH = 255

/** A file name for display: the last part of a path without control and direction characters, truncated and never empty. */
export function toDisplayName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const clean = last
    .replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '')
    .toWellFormed()
    .trim()
  return cutToCodePoints(clean, MAX_NAME_LENGTH) || 'Untitled'
}
