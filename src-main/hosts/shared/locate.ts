import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { z } from 'zod'

const manifestSchema = z.object({ version: z.string() })

/** Where the parts of Easel lie, seen from the entry file of a host. */
export interface Places {
  version: string
  /** The built window. */
  renderer: string
  preload: string
  icon: string
  /** The same, small enough for a browser's tab. */
  smallIcon: string
  sandbox: URL
}

/** `entry` is the `import.meta.url` of the host's main file, built (`out/main/*.js`) or as source. */
export function locate(entry: string): Places {
  const file = fileURLToPath(entry)
  const built = file.endsWith('.js')
  const project = join(dirname(file), built ? '../..' : '../../..')
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')))
  return {
    version: manifest.version,
    renderer: join(project, 'out/renderer'),
    preload: join(project, 'out/preload/electron.cjs'),
    icon: join(project, 'resources/icon.png'),
    smallIcon: join(project, 'resources/icon-64.png'),
    sandbox: pathToFileURL(join(project, built ? 'out/main/sandbox.js' : 'src-main/sandbox/main.ts')),
  }
}
