import { homedir } from 'node:os'
import { closeToOthers } from '../shared/closeToOthers.ts'
import { completeHandlers } from '../shared/completeHandlers.ts'
import { defaultDataFolder } from '../shared/defaultDataFolder.ts'
import { errorCode } from '../shared/errorCode.ts'
import { locate } from '../shared/locate.ts'
import { noteTroubles } from '../shared/noteTroubles.ts'
import { openStudio } from '../shared/openStudio.ts'
import { makeFolder } from '../../studio/storage/makeFolder.ts'
import { parseArguments } from '../shared/parseArguments.ts'
import type { Arguments } from '../shared/parseArguments.ts'
import { rendererFiles } from '../shared/rendererFiles.ts'
import { startSentence } from '../shared/startSentence.ts'
import { systemClock } from '../shared/systemClock.ts'
import { takeConnection } from '../shared/takeEnvironment.ts'
import { BrowserHost } from './BrowserHost.ts'
import { browserCommand, openSystemBrowser } from './openSystemBrowser.ts'
import { hostName } from './hostName.ts'

// Runs before anything is written or started: only this user can read new files, and no child process inherits the key.
process.umask(0o077)
const connection = takeConnection(process.argv, process.env)

async function run({ port, open }: Arguments, dataFolder: string): Promise<void> {
  makeFolder(dataFolder)
  const warning = closeToOthers(dataFolder)
  if (warning) process.stderr.write(`${warning}\n`)
  const paths = locate(import.meta.url)
  const opened = openStudio(paths, dataFolder, connection)
  noteTroubles(opened.log)
  const [studio, files] = await Promise.all([opened.studio, rendererFiles(paths.renderer)])
  files.set('/favicon.ico', { path: paths.smallIcon, mime: 'image/png', hashed: false })
  const handlers = completeHandlers(studio, {
    name: 'browser',
    capabilities: { openFolder: false, notifications: true, tray: false, keepAwake: false },
    reveal: null,
  })
  const { media, inputs, onEvent } = studio
  const host = new BrowserHost(
    {
      handlers,
      media,
      inputs,
      onEvent,
      files,
      log: opened.log,
      redact: (answer) => opened.log.secrets.redactProblems(answer),
    },
    {
      name: hostName(dataFolder),
      clock: systemClock,
      showAddress: (address) => process.stdout.write(`Open Easel within a minute at ${address}\n`),
    },
  )

  let isClosing = false
  const shutDown = async (): Promise<void> => {
    if (isClosing) return
    isClosing = true
    await host.close()
    await opened.close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void shutDown())

  const accessControl = await host.listen(port).catch(async (error: unknown) => {
    await opened.close()
    throw error
  })
  const command = open ? browserCommand(process.platform, process.env) : null
  const address = command ? accessControl.address : accessControl.issue()
  process.stdout.write(`Easel is ready: ${address}\n`)
  if (!command) return
  const issue = (onEnd: () => void): string => accessControl.issue(onEnd)
  openSystemBrowser(command, dataFolder, issue, () => host.showAddress())
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
  if (errorCode(error) === 'EADDRINUSE')
    exitWithError(`Port ${options.port} is taken. Choose another with --port.`)
  exitWithError(startSentence(error, dataFolder))
})
