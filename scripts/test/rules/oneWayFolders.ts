import { posix } from 'node:path'
import { isForTests, RELATIVE_IMPORT, type SourceFile, sourceFiles } from './sourceFiles.ts'

const contains = (outer: string, inner: string): boolean => inner.startsWith(`${outer}/`)

/** Pairs of folders that import each other, types included. A folder and its subfolder may import each other. */
export function findTwoWayFolders(files: readonly SourceFile[]): string[] {
  /** One example of an import for each pair of folders, by `from|to`. */
  const imports = new Map<string, string>()
  for (const { path, text } of files) {
    if (isForTests(path)) continue
    const from = posix.dirname(path)
    for (const [, specifier = ''] of text.matchAll(RELATIVE_IMPORT)) {
      if (!/\.tsx?$/u.test(specifier)) continue
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
