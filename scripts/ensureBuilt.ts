import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mainEntries } from './build/mainEntries.ts'
import { runCommand } from './test/runCommand.ts'
import { projectFolder } from './test/projectFolder.ts'
import { findTool } from './test/findTool.ts'
import { sourceStamp } from './start/sourceStamp.ts'

const outFolder = join(projectFolder, 'out')
const stampFile = (out: string): string => join(out, '.stamp')
const outputs = [
  ...Object.keys(mainEntries).map((name) => `main/${name}.js`),
  'preload/electron.cjs',
  'renderer/index.html',
]

/** Whether the folder `out` has all programs, built from sources with this stamp. */
export const isBuilt = (out: string, stamp: string): boolean =>
  existsSync(stampFile(out)) &&
  readFileSync(stampFile(out), 'utf8') === stamp &&
  outputs.every((file) => existsSync(join(out, file)))

/**
 * Builds `out/` if the sources have changed since the last build.
 *
 * @throws Error with the output of the build if it fails.
 */
export async function ensureBuilt(print: (line: string) => void): Promise<void> {
  const stamp = sourceStamp(projectFolder)
  if (isBuilt(outFolder, stamp)) return
  print('Building Easel…')
  rmSync(stampFile(outFolder), { force: true })
  const env = { ...process.env }
  delete env['EASEL_API_KEY']
  const args = [findTool('electron-vite'), 'build', '--logLevel', 'warn']
  const { code, output } = await runCommand(process.execPath, args, { env })
  if (code !== 0) throw new Error(`Easel could not be built:\n${output.trim()}`)
  writeFileSync(stampFile(outFolder), stamp)
}
