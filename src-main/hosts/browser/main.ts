import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { finishMove } from '../shared/libraries/finishMove.ts'
import {
  makeFolderPrivate,
  chosenFolder,
  createKnownLibraries,
  findStartFolder,
} from '../shared/start/dataFolder.ts'
import { resolveFilePaths } from '../shared/start/resolveFilePaths.ts'
import { logUncaughtErrors } from '../shared/log/FileLog.ts'
import { openStudio } from '../shared/openStudio.ts'
import { makeFolder } from '../../studio/storage/files/folders.ts'
import { systemErrorCode } from '../../studio/storage/files/storageError.ts'
import { parseArguments, type Arguments, readConnection } from '../shared/start/startArguments.ts'
import { listRendererFiles } from '../shared/http/rendererFiles.ts'
import { describeMoveError, describeStartError } from '../shared/start/describeStartError.ts'
import { systemClock } from '../shared/world/systemClock.ts'
import type { AccessControl } from './access/AccessControl.ts'
import { BrowserHost, createUpdatingStudio, createHostedStudio } from './BrowserHost.ts'
import type { HostedStudio } from './handleRequest.ts'
import { getBrowserCommand, openSystemBrowser } from './openSystemBrowser.ts'

// Runs before anything is written or started, so that only this user can read new files and no child process inherits the key.
process.umask(0o077)
/** Whether a thread is updating the library. */
let isUpdating = (): boolean => false
const connection = readOrExit(() => readConnection(process.argv, process.env))

async function run({ port, shouldOpenBrowser, data }: Arguments): Promise<void> {
  const { moveError, ...found } = await findStartFolder(data, known)
  dataFolder = found.folder
  if (moveError !== null)
    process.stderr.write(`Easel couldn’t move the library. ${describeMoveError(moveError)}\n`)
  makeFolder(dataFolder)
  const warning = makeFolderPrivate(dataFolder)
  if (warning) process.stderr.write(`${warning}\n`)
  const paths = resolveFilePaths(import.meta.url)
  const opening = openStudio(paths, dataFolder, connection)
  logUncaughtErrors(opening.log)
  const { log, update } = opening
  isUpdating = () => update.current() !== null
  const openedOrUpdating = Promise.race([opening.studio, update.started.then(() => null)])
  const [openedStudio, files] = await Promise.all([openedOrUpdating, listRendererFiles(paths.renderer)])
  files.set('/favicon.ico', { path: paths.smallIcon, mime: 'image/png', isImmutable: false })
  const redact: HostedStudio['redact'] = (response) => log.secrets.redactProblems(response)
  const hosted = openedStudio ? createHostedStudio(openedStudio) : createUpdatingStudio(update)
  const host = new BrowserHost(
    { ...hosted, files, log, redact },
    {
      hostName: readOrCreateHostName(dataFolder),
      clock: systemClock,
      showUrl: (url) => process.stdout.write(`Open Easel within a minute at ${url}\n`),
    },
  )
  const command = shouldOpenBrowser ? getBrowserCommand(process.platform, process.env) : null
  // Prints a sign-in address even if a browser is opened, because a sandboxed browser (Snap, Flatpak) can't read the redirect file
  // and `xdg-open` doesn't report that.
  const printStatus = (status: string, accessControl: AccessControl): void =>
    void process.stdout.write(`${status}: ${accessControl.issueUrl()}\n`)
  const openBrowser = (accessControl: AccessControl): void => {
    if (!command) return
    const issueUrl = (onInvalid: () => void): string => accessControl.issueUrl(onInvalid)
    openSystemBrowser(command, dataFolder, issueUrl, () => host.showUrl())
  }

  const accessDuringUpdate = openedStudio ? null : await host.listen(port)
  if (accessDuringUpdate) {
    printStatus('Easel is updating its library', accessDuringUpdate)
    openBrowser(accessDuringUpdate)
  }
  // Until the studio is open, a signal ends the process immediately, because a clean exit would wait for the thread that
  // updates the library. The next start rolls back what isn't committed.
  const studio = await opening.studio
  void finishMove(dataFolder, known, log)
  if (accessDuringUpdate) host.replaceStudio({ ...createHostedStudio(studio), files, log, redact })

  let isClosing = false
  const shutDown = async (): Promise<void> => {
    if (isClosing) return
    isClosing = true
    await host.close()
    await opening.close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void shutDown())
  if (accessDuringUpdate) return printStatus('Easel is ready', accessDuringUpdate)

  const accessControl = await host.listen(port).catch(async (error: unknown) => {
    await opening.close()
    throw error
  })
  printStatus('Easel is ready', accessControl)
  openBrowser(accessControl)
}

const VALID_HOST_NAME = /^[a-z0-9]{32}\.localhost$/

/**
 * The host name of a data folder: random, stored in the folder, and resolved by browsers to this machine. Cookies are shared
 * between ports, so every local server receives those of 127.0.0.1. No other server knows this name.
 */
function readOrCreateHostName(dataFolder: string): string {
  const file = join(dataFolder, 'browser-name')
  const stored = readText(file)
  if (VALID_HOST_NAME.test(stored)) return stored
  const name = `${randomBytes(16).toString('hex')}.localhost`
  writeFileSync(file, name, { mode: 0o600 })
  return name
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Prints why Easel can't start, and exits. */
function exitWithError(message: string): never {
  process.stderr.write(`${message}\n`)
  // A thread inside SQLite can't be stopped, and a normal exit waits for it. The next start rolls back what isn't committed.
  if (isUpdating()) process.kill(process.pid, 'SIGKILL')
  process.exit(1)
}

function readOrExit<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    exitWithError(error instanceof Error ? error.message : String(error))
  }
}

const options = readOrExit(() => parseArguments(process.argv.slice(2), process.cwd()))
const known = createKnownLibraries()
let dataFolder = chosenFolder(options.data, known)
run(options).catch((error: unknown) => {
  const code = systemErrorCode(error)
  if (code === 'EADDRINUSE') exitWithError(`Port ${options.port} is taken. Choose another with --port.`)
  if (code === 'EACCES' && error instanceof Error && 'port' in error)
    exitWithError(`Easel may not use port ${options.port}. Choose another with --port.`)
  exitWithError(describeStartError(error, dataFolder))
})
