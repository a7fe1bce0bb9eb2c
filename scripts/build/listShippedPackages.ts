import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readJson } from '../test/readJson.ts'

const manifestSchema = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
})
const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ dependencies: z.record(z.string(), z.string()).optional() })),
})

const SOURCE = /(?<!\.test|testing)\.(tsx?|css)$/
/** `from 'x'`, `import 'x'`, `import('x')`, `@import 'x'` of a package. */
const IMPORTED = /(?:from|import)\s*\(?\s*['"](?![./]|node:)((?:@[\w.-]+\/)?[\w.-]+)/g

/**
 * The folders, relative to the project, of all packages in a built Easel: the runtime dependencies, other packages the
 * sources import, and their dependencies.
 */
export function listShippedPackages(project: string): string[] {
  const { dependencies, devDependencies } = readJson(join(project, 'package.json'), manifestSchema)
  const { packages } = readJson(join(project, 'package-lock.json'), lockSchema)
  const imported = importedNames(project).filter((name) => name in devDependencies)
  const shipped = new Set<string>()
  const add = (name: string, from: string): void => {
    const folder = resolvePackage(name, from, packages)
    if (shipped.has(folder)) return
    shipped.add(folder)
    // Electron's own dependencies only download it.
    if (name === 'electron') return
    for (const next of Object.keys(packages[folder]?.dependencies ?? {})) add(next, folder)
  }
  for (const name of [...Object.keys(dependencies), ...imported]) add(name, '')
  return [...shipped].sort()
}

/** Names of packages the sources import, except in tests. */
function importedNames(project: string): string[] {
  const names = new Set<string>()
  for (const folder of ['src-main', 'src-preload', 'src-renderer'])
    for (const entry of readdirSync(join(project, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !SOURCE.test(entry.name) || /[\\/]testing([\\/]|$)/.test(entry.parentPath))
        continue
      for (const [, name = ''] of readFileSync(join(entry.parentPath, entry.name), 'utf8').matchAll(IMPORTED))
        names.add(name)
    }
  return [...names]
}

/** Folder of the package that Node resolves from `from`: nearest `node_modules` first. */
function resolvePackage(name: string, from: string, packages: Record<string, unknown>): string {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const folder = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`
    if (folder in packages) return folder
    if (at === '') throw new Error(`The lock file has no package ${name}`)
  }
}
