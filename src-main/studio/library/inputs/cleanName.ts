const MAX_LENGTH = 255

/** A file name for display: its last part, without control and direction characters, never empty, with a maximum length. */
export function cleanName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? ''
  const clean = last
    .replaceAll(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .toWellFormed()
    .trim()
  return Array.from(clean).slice(0, MAX_LENGTH).join('') || 'Untitled'
}
