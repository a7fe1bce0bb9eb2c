import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { makeFolderPrivate, defaultDataFolder } from '../shared/start/dataFolder.ts'
import { filePaths } from '../shared/start/filePaths.ts'
import { logUncaughtErrors } from '../shared/log/logUncaughtErrors.ts'
import { openStudio } from '../shared/openStudio.ts'
import { makeFolder } from '../../studio/storage/files/makeFolder.ts'
import { systemErrorCode } from '../../studio/storage/files/storageError.ts'
import { parseArguments, type Arguments } from '../shared/start/parseArguments.ts'
import { rendererFiles } from '../shared/http/rendererFiles.ts'
import { startErrorMessage } from '../shared/start/startErrorMessage.ts'
import { systemClock } from '../shared/world/systemClock.ts'
import { readConnection } from '../shared/start/readConnection.ts'
import type { AccessControl } from './access/AccessControl.ts'
import { hostedStudioDuringUpdate, hostedStudio } from './hostedStudio.ts'
import { BrowserHost, type HostedStudio } from './BrowserHost.ts'
import { browserCommand, openSystemBrowser } from './openSystemBrowser.ts'

// Runs before anything is written or started, so that only this user can read new files and no child process inherits the key.
process.umask(0o077)
const connection = readConnection(process.argv, process.env)

async function run({ port, open }: Arguments, dataFolder: string): Promise<void> {
  makeFolder(dataFolder)
  const warning = makeFolderPrivate(dataFolder)
  if (warning) process.stderr.write(`${warning}\n`)
  const paths = filePaths(import.meta.url)
  const opened = openStudio(paths, dataFolder, connection)
  logUncaughtErrors(opened.log)
  const { log, update } = opened
  const opening = Promise.race([opened.studio, update.started.then(() => null)])
  const [first, files] = await Promise.all([opening, rendererFiles(paths.renderer)])
  files.set('/favicon.ico', { path: paths.smallIcon, mime: 'image/png', hashed: false })
  const redact: HostedStudio['redact'] = (response) => log.secrets.redactProblems(response)
  const hosted = first ? hostedStudio(first) : hostedStudioDuringUpdate(update)
  const host = new BrowserHost(
    { ...hosted, files, log, redact },
    {
      name: hostName(dataFolder),
      clock: systemClock,
      showAddress: (address) => process.stdout.write(`Open Easel within a minute at ${address}\n`),
    },
  )
  const command = open ? browserCommand(process.platform, process.env) : null
  const print = (status: string, accessControl: AccessControl): void => {
    const address = command ? accessControl.address : accessControl.issue()
    process.stdout.write(`${status}: ${address}\n`)
  }
  const openBrowser = (accessControl: AccessControl): void => {
    if (!command) return
    const issue = (onEnd: () => void): string => accessControl.issue(onEnd)
    openSystemBrowser(command, dataFolder, issue, () => host.showAddress())
  }

  const updatingAt = first ? null : await host.listen(port)
  if (updatingAt) {
    print('Easel is updating its library', updatingAt)
    openBrowser(updatingAt)
  }
  // Until here a signal ends the process immediately, because an exit would wait for the thread. Uncommitted changes are rolled back.
  const studio = await opened.studio
  if (updatingAt) host.replaceStudio({ ...hostedStudio(studio), files, log, redact })

  let isClosing = false
  const shutDown = async (): Promise<void> => {
    if (isClosing) return
    isClosing = true
    await host.close()
    await opened.close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void shutDown())
  if (updatingAt) return print('Easel is ready', updatingAt)

  const accessControl = await host.listen(port).catch(async (error: unknown) => {
    await opened.close()
    throw error
  })
  print('Easel is ready', accessControl)
  openBrowser(accessControl)
}

const VALID_HOST_NAME = /^[a-z0-9]{32}\.localhost$/

/**
 * The host name of a data folder: random, stored in the folder, and resolved by browsers to this machine. Cookies are shared
 * between ports, so every local server receives those of 127.0.0.1. No other server knows this name.
 */
function hostName(dataFolder: string): string {
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
function exitWithError(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

function readArguments(): Arguments {
  try {
    return parseArguments(process.argv.slice(2), process.cwd())
  } catch (error) {
    exitWithError(error instanceof Error ? error.message : String(error))
  }
}

const options = readArguments()
const dataFolder = options.data ?? defaultDataFolder(process.platform, process.env, homedir())
run(options, dataFolder).catch((error: unknown) => {
  if (systemErrorCode(error) === 'EADDRINUSE')
    exitWithError(`Port ${options.port} is taken. Choose another with --port.`)
  exitWithError(startErrorMessage(error, dataFolder))
})
