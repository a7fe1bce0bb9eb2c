import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from './projectFolder.ts'
import { runCommand } from './runCommand.ts'

const binaries: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
}

/** The Electron executable from `ELECTRON_OVERRIDE_DIST_PATH`, or the one downloaded by the electron package, or null. */
export const findElectron = (): string | null => {
  const binary = binaries[process.platform] ?? 'electron'
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH
  if (override) return existsSync(join(override, binary)) ? join(override, binary) : null
  const packageFolder = join(projectFolder, 'node_modules', 'electron')
  const pathFile = join(packageFolder, 'path.txt')
  if (!existsSync(pathFile)) return null
  const downloadedBinary = join(packageFolder, 'dist', readFileSync(pathFile, 'utf8').trim())
  return existsSync(downloadedBinary) ? downloadedBinary : null
}

/** Finds Electron or downloads it with its package; null if neither works. */
export const findOrDownloadElectron = async (print: (line: string) => void): Promise<string | null> => {
  const found = findElectron()
  if (found || process.env.ELECTRON_OVERRIDE_DIST_PATH) return found
  print('Downloading the Electron runtime')
  const install = join(projectFolder, 'node_modules', 'electron', 'install.js')
  const { code, output } = await runCommand(process.execPath, [install])
  if (code !== 0) print(`Electron can't be downloaded: ${output.trim().split('\n').at(-1) ?? `code ${code}`}`)
  return findElectron()
}
