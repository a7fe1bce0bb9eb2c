import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { findElectron } from '../test/findElectron.ts'
import { projectFolder } from '../test/projectFolder.ts'

/** A start must not hang on a download: what takes longer goes on in the background, for the next start. */
const PATIENCE_MS = 10_000

type Runtime = { program: string } | { reason: string }

/** Electron's program: there already, or downloaded by its own package; else why not, in a few words. */
export async function electronRuntime(say: (line: string) => void): Promise<Runtime> {
  const found = findElectron()
  if (found) return { program: found }
  if (process.env['ELECTRON_OVERRIDE_DIST_PATH']) {
    return { reason: 'ELECTRON_OVERRIDE_DIST_PATH holds none' }
  }
  say('Downloading the Electron runtime…')
  const failure = await download(say)
  const program = findElectron()
  return program ? { program } : { reason: failure ?? 'download failed' }
}

/** Why there is no runtime yet; null when the package says that it is there. */
function download(say: (line: string) => void): Promise<string | null> {
  return new Promise((resolve) => {
    const installer = join(projectFolder, 'node_modules', 'electron', 'install.js')
    const env = { ...process.env }
    delete env['EASEL_API_KEY']
    const child = spawn(process.execPath, [installer], { env, stdio: ['ignore', 'ignore', 'pipe'] })
    let words = ''
    child.stderr.on('data', (part: Buffer) => {
      words += part.toString('utf8')
    })
    const stop = (): void => {
      child.kill()
    }
    process.once('exit', stop)
    const patience = setTimeout(() => {
      child.once('exit', (code) => code === 0 && say('The Electron runtime is here for the next start.'))
      resolve('still downloading')
    }, PATIENCE_MS)
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code) => {
      clearTimeout(patience)
      process.off('exit', stop)
      resolve(code === 0 ? null : `download failed: ${firstLine(words)}`)
    })
  })
}

/** The first line of what the installer says, without its stack. */
const firstLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim().replace(/^\w*Error: /, ''))
    .find((line) => line !== '')
    ?.slice(0, 120) ?? 'no reason given'
