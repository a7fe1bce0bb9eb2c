import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from './projectFolder.ts'

/** The script file of an installed tool, so that it runs under this very Node on every system. */
export const tool = (packageName: string, bin = packageName): string => {
  const folder = join(projectFolder, 'node_modules', packageName)
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    bin: string | Record<string, string>
  }
  const file = typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[bin]
  if (file === undefined) throw new Error(`${packageName} has no command ${bin}`)
  return join(folder, file)
}
