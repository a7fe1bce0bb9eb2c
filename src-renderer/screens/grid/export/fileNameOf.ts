const LONGEST = 80

/** A file name for a batch's name: without what a file system refuses. */
export function fileNameOf(name: string, ending: string): string {
  const plain = name
    // Control characters and what Windows keeps for itself.
    .replaceAll(/[\p{Cc}<>:"/\\|?*]+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .slice(0, LONGEST)
    .replaceAll(/^[ .]+|(?<![ .])[ .]+$/gu, '')
  return `${plain || 'Grid'}.${ending}`
}
