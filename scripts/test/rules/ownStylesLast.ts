import { posix } from 'node:path'
import { sourceFiles } from './sourceFiles.ts'

const IMPORT = /^import (?:[^'";]+ from )?'(\.[^']+)'/gmu
const UI = 'src-renderer/ui/'

/**
 * Imports from `ui` after the component's own style sheet. The bundler keeps the order of imports, and a component's
 * own styles must come after those that they override.
 */
export const ownStylesLast = (): string[] =>
  sourceFiles(['src-renderer'])
    .filter(({ path }) => path.endsWith('.tsx') && !path.startsWith(UI))
    .flatMap(({ path, text }) => importedAfterOwnStyles(path, text))

export function importedAfterOwnStyles(path: string, text: string): string[] {
  const targets = [...text.matchAll(IMPORT)].map(([, specifier = '']) =>
    posix.join(posix.dirname(path), specifier),
  )
  const own = targets.findIndex((target) => target.endsWith('.module.css') && !target.startsWith(UI))
  if (own === -1) return []
  return targets
    .slice(own + 1)
    .filter((target) => target.startsWith(UI))
    .map((target) => `${path}: import ${target} before the component's own style sheet`)
}
