import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { findElectron } from '../test/findElectron.ts'
import { projectFolder } from '../test/projectFolder.ts'

/** A longer download continues beside the browser host, for the next start. */
const LIMIT_MS = 10_000

type Runtime = { program: string } | { reason: string }

interface Options {
  print: (line: string) => void
  /** Whether the browser host can be opened instead, so that a long download isn't waited for. */
  canFallBack: boolean
}

/** Finds or downloads the Electron executable; if that fails, returns the reason. */
export async function findElectronRuntime({ print, canFallBack }: Options): Promise<Runtime> {
  const found = findElectron()
  if (found) return { program: found }
  if (process.env['ELECTRON_OVERRIDE_DIST_PATH']) {
    return { reason: 'none in ELECTRON_OVERRIDE_DIST_PATH' }
  }
  print('Downloading the Electron runtime…')
  const installer = join(projectFolder, 'node_modules', 'electron', 'install.js')
  const failure = await runInstaller(installer, { print, limitMs: canFallBack ? LIMIT_MS : undefined })
  const program = findElectron()
  return program ? { program } : { reason: failure ?? 'download failed' }
}

interface InstallOptions {
  print: (line: string) => void
  /** After this time the download continues in the background; without a limit, it is waited for. */
  limitMs: number | undefined
}

/** Runs the installer of the electron package; returns why there is no runtime yet, or null if it was installed. */
export function runInstaller(installer: string, { print, limitMs }: InstallOptions): Promise<string | null> {
  return new Promise((resolve) => {
    const env = { ...process.env }
    delete env['EASEL_API_KEY']
    const child = spawn(process.execPath, [installer], { env, stdio: ['ignore', 'ignore', 'pipe'] })
    let stderr = ''
    child.stderr.on('data', (part: Buffer) => {
      stderr += part.toString('utf8')
    })
    const stop = (): void => {
      child.kill()
    }
    process.once('exit', stop)
    const continueInBackground = (): void => {
      child.once('exit', (code) => code === 0 && print('The Electron runtime is ready for the next start.'))
      resolve('still downloading')
    }
    const timeout = limitMs === undefined ? undefined : setTimeout(continueInBackground, limitMs)
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code) => {
      clearTimeout(timeout)
      process.off('exit', stop)
      resolve(code === 0 ? null : `download failed: ${firstLine(stderr)}`)
    })
  })
}

/** The first non-empty line of the installer's stderr, without the error's name, at most 120 characters. */
const firstLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim().replace(/^\w*Error: /, ''))
    .find((line) => line !== '')
    ?.slice(0, 120) ?? 'unknown reason'
