import { join } from 'node:path'
import {
  type Arguments,
  parseArguments,
  readEnvironment,
} from '../src-main/hosts/shared/start/startArguments.ts'
import { ensureBuilt } from './ensureBuilt.ts'
import { findElectronRuntime } from './start/findElectronRuntime.ts'
import { runHost } from './start/runHost.ts'
import { projectFolder } from './test/projectFolder.ts'

// Read before any child process could inherit it.
const connection = readEnvironment(process.env)

const print = (line: string): void => console.log(line)
const dataFlags = (given: Arguments): string[] => (given.data === null ? [] : ['--data', given.data])

const hasDisplay = (): boolean =>
  process.platform !== 'linux' || Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'])

function startBrowser(given: Arguments): Promise<{ code: number }> {
  const flags = ['--port', String(given.port), ...(given.shouldOpenBrowser ? [] : ['--no-open'])]
  const program = join(projectFolder, 'out/main/browser.js')
  return runHost(process.execPath, [program, ...dataFlags(given), ...flags], connection)
}

function startElectron(program: string, given: Arguments): ReturnType<typeof runHost> {
  // Chromium cannot build its sandbox as root on Linux and refuses to start without this flag.
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0
  const chromium = [...(asRoot ? ['--no-sandbox'] : []), '--log-level=3']
  return runHost(program, [...chromium, projectFolder, ...dataFlags(given)], connection)
}

async function start(given: Arguments): Promise<number> {
  await ensureBuilt(print)
  if (given.host === 'browser') return (await startBrowser(given)).code
  const canFallBack = given.host !== 'electron'
  const fallBack = async (why: string): Promise<number> => {
    if (!canFallBack) throw new Error(`${why}.`)
    print(`${why}; opening the browser host.`)
    return (await startBrowser(given)).code
  }
  if (!hasDisplay()) return fallBack('No display for Electron')
  const runtime = await findElectronRuntime({ print, canFallBack })
  if ('reason' in runtime) return fallBack(`No Electron runtime (${runtime.reason})`)
  const { code, crashed } = await startElectron(runtime.program, given)
  return crashed === null ? code : fallBack(`Electron could not start (${crashed})`)
}

try {
  // npm runs scripts in the project's folder, but paths are relative to the user's.
  const cwd = process.env['INIT_CWD'] ?? process.cwd()
  process.exit(await start(parseArguments(process.argv.slice(2), cwd)))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
