import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from './test/runCommand.ts'
import { projectFolder } from './test/projectFolder.ts'
import { tool } from './test/tool.ts'
import { sourceStamp } from './start/sourceStamp.ts'

const stampFile = join(projectFolder, 'out', '.stamp')
const results = [
  'main/electron.js',
  'main/browser.js',
  'main/sandbox.js',
  'main/worker.js',
  'preload/electron.cjs',
  'renderer/index.html',
]

const isBuilt = (stamp: string): boolean =>
  existsSync(stampFile) &&
  readFileSync(stampFile, 'utf8') === stamp &&
  results.every((file) => existsSync(join(projectFolder, 'out', file)))

/**
 * Builds `out/` when the sources are others than those it was built from.
 *
 * @throws Error with what the build said when it fails.
 */
export async function ensureBuilt(say: (line: string) => void): Promise<void> {
  const stamp = sourceStamp(projectFolder)
  if (isBuilt(stamp)) return
  say('Building Easel…')
  rmSync(stampFile, { force: true })
  const env = { ...process.env }
  delete env['EASEL_API_KEY']
  const args = [tool('electron-vite'), 'build', '--logLevel', 'warn']
  const { code, output } = await runCommand(process.execPath, args, { env })
  if (code !== 0) throw new Error(`Easel could not be built:\n${output.trim()}`)
  writeFileSync(stampFile, stamp)
}
