const LONGEST = 255

/** A file name as text for people: its last part, without control and direction characters, never empty or endless. */
export function cleanName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? ''
  const clean = last
    .replaceAll(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .toWellFormed()
    .trim()
  return Array.from(clean).slice(0, LONGEST).join('') || 'Untitled'
}
