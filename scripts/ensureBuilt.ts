import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from './test/runCommand.ts'
import { projectFolder } from './test/projectFolder.ts'
import { findTool } from './test/findTool.ts'
import { sourceStamp } from './start/sourceStamp.ts'

const stampFile = join(projectFolder, 'out', '.stamp')
const outputs = [
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
  outputs.every((file) => existsSync(join(projectFolder, 'out', file)))

/**
 * Builds `out/` if the sources have changed since the last build.
 *
 * @throws Error with the output of the build if it fails.
 */
export async function ensureBuilt(print: (line: string) => void): Promise<void> {
  const stamp = sourceStamp(projectFolder)
  if (isBuilt(stamp)) return
  print('Building Easel…')
  rmSync(stampFile, { force: true })
  const env = { ...process.env }
  delete env['EASEL_API_KEY']
  const args = [findTool('electron-vite'), 'build', '--logLevel', 'warn']
  const { code, output } = await runCommand(process.execPath, args, { env })
  if (code !== 0) throw new Error(`Easel could not be built:\n${output.trim()}`)
  writeFileSync(stampFile, stamp)
}
