import { join } from 'node:path'
import { findElectron } from './findElectron.ts'
import { projectFolder } from './projectFolder.ts'
import { runCommand } from './runCommand.ts'

/** Finds Electron or downloads it with its package; null if neither works. */
export const obtainElectron = async (print: (line: string) => void): Promise<string | null> => {
  const found = findElectron()
  if (found || process.env.ELECTRON_OVERRIDE_DIST_PATH) return found
  print('Downloading the Electron runtime')
  const install = join(projectFolder, 'node_modules', 'electron', 'install.js')
  const { code, output } = await runCommand(process.execPath, [install])
  if (code !== 0) print(`Electron can't be downloaded: ${output.trim().split('\n').at(-1) ?? `code ${code}`}`)
  return findElectron()
}
