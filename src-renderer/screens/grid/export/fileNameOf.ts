const MAX_LENGTH = 80

/** A valid file name from a batch's name. */
export function fileNameOf(name: string, extension: string): string {
  const cleaned = name
    // Control characters and characters reserved on Windows.
    .replaceAll(/[\p{Cc}<>:"/\\|?*]+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .slice(0, MAX_LENGTH)
    .replaceAll(/^[ .]+|(?<![ .])[ .]+$/gu, '')
  return `${cleaned || 'Grid'}.${extension}`
}
