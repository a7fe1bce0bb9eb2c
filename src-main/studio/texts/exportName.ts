const LONGEST = 80

/** A file name for an export: the title without what file systems refuse, and the format. */
export function exportName(title: string, format: string): string {
  const clean = title
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\\/:*?"<>|]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
  const short = Array.from(clean).slice(0, LONGEST).join('')
  return `${short.replace(/^[\s.]+|(?<![\s.])[\s.]+$/g, '') || 'Untitled'}.${format}`
}
