import { posix } from 'node:path'
import { sourceFiles } from './sourceFiles.ts'

const IMPORT = /import (\w+) from '(\.[^']+\.module\.css)'/gu
const COMMENT = /\/\*[\s\S]*?\*\//gu
const CLASS = /\.([a-zA-Z][\w-]*)/gu

interface Sheet {
  defined: ReadonlySet<string>
  used: Set<string>
  /** Whether a component computes class names, so that any class may be used. */
  isIndexed: boolean
}

/** Classes that a component uses from a style sheet that doesn't define them, and classes that no component uses. */
export const classesExist = (): string[] => {
  const files = sourceFiles(['src-renderer'])
  const sheets = new Map<string, Sheet>(
    files
      .filter(({ path }) => path.endsWith('.module.css'))
      .map(({ path, text }): [string, Sheet] => {
        const names = [...text.replace(COMMENT, '').matchAll(CLASS)].map(([, name = '']) => name)
        return [path, { defined: new Set(names), used: new Set<string>(), isIndexed: false }]
      }),
  )
  const missing = files
    .filter(({ path }) => /\.tsx?$/u.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(IMPORT)].flatMap(([, variable = '', specifier = '']) => {
        const code = text.replace(IMPORT, '')
        const sheet = sheets.get(posix.join(posix.dirname(path), specifier))
        if (!sheet) return [`${path}: there is no ${specifier}`]
        if (new RegExp(`\\b${variable}\\[[^'"]`, 'u').test(code)) sheet.isIndexed = true
        const access = new RegExp(`\\b${variable}(?:\\.(\\w+)|\\[['"]([\\w-]+)['"]\\])`, 'gu')
        return [...code.matchAll(access)].flatMap(([, member, key]) => {
          const name = member ?? key ?? ''
          sheet.used.add(name)
          return sheet.defined.has(name) ? [] : [`${path}: ${specifier} has no class ${name}`]
        })
      }),
    )
  const unused = [...sheets].flatMap(([path, { defined, used, isIndexed }]) =>
    isIndexed
      ? []
      : [...defined].filter((name) => !used.has(name)).map((name) => `${path}: no component uses .${name}`),
  )
  return [...missing, ...unused]
}
