import { posix } from 'node:path'
import { isForTests, type SourceFile, sourceFiles } from './sourceFiles.ts'

const IMPORT = /(?:from|import\(?)\s*'(\.[^']+\.tsx?)'/gu
const contains = (outer: string, inner: string): boolean => inner.startsWith(`${outer}/`)

/** Pairs of folders that import each other, types included. A folder and its own subfolder may: the files above compose those below. */
export function findTwoWayFolders(files: readonly SourceFile[]): string[] {
  /** One import for each folder and folder that it imports, as `from|to`. */
  const imports = new Map<string, string>()
  for (const { path, text } of files) {
    if (isForTests(path)) continue
    const from = posix.dirname(path)
    for (const [, specifier = ''] of text.matchAll(IMPORT)) {
      const target = posix.join(from, specifier)
      const to = posix.dirname(target)
      if (to === from || contains(from, to) || contains(to, from) || isForTests(target)) continue
      imports.set(`${from}|${to}`, `${path} imports ${target}`)
    }
  }
  return [...imports].flatMap(([pair, example]) => {
    const [from = '', to = ''] = pair.split('|')
    const opposite = imports.get(`${to}|${from}`)
    return from < to && opposite !== undefined ? [`${example}, and ${opposite}`] : []
  })
}

export const oneWayFolders = (): string[] =>
  findTwoWayFolders(sourceFiles(['src-main', 'src-preload', 'src-renderer']))
