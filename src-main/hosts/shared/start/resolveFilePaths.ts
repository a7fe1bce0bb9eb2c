import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Easel's version, and the absolute paths of its files. */
export interface FilePaths {
  version: string
  /** Folder of the built renderer. */
  renderer: string
  preload: string
  icon: string
  /** The icon in the size for a browser tab. */
  smallIcon: string
  /** The entry of the sandbox service's thread. */
  sandbox: URL
  /** The entry of the studio's worker threads. */
  worker: URL
}

/** Finds the files from the `import.meta.url` of a host's main file, which is built (`out/main/*.js`) or source. */
export function resolveFilePaths(entry: string): FilePaths {
  const file = fileURLToPath(entry)
  const isBuilt = file.endsWith('.js')
  const project = join(dirname(file), isBuilt ? '../..' : '../../..')
  const manifest: unknown = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
  return {
    version: readVersion(manifest),
    renderer: join(project, 'out/renderer'),
    preload: join(project, 'out/preload/electron.cjs'),
    icon: join(project, 'resources/icon.png'),
    smallIcon: join(project, 'resources/icon-64.png'),
    sandbox: pathToFileURL(join(project, isBuilt ? 'out/main/sandbox.js' : 'src-main/sandbox/main.ts')),
    worker: pathToFileURL(
      join(project, isBuilt ? 'out/main/worker.js' : 'src-main/studio/threads/worker.ts'),
    ),
  }
}

/** The version in `package.json`. Checked by hand, because a schema library would delay the window. */
function readVersion(manifest: unknown): string {
  if (
    typeof manifest === 'object' &&
    manifest &&
    'version' in manifest &&
    typeof manifest.version === 'string'
  )
    return manifest.version
  throw new Error('The manifest of Easel has no version')
}
