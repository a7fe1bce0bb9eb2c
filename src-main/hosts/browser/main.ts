import { homedir } from 'node:os'
import { closeToOthers } from '../shared/closeToOthers.ts'
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
import type { AccessControl } from './AccessControl.ts'
import { answeringDuring, answeringWith } from './answering.ts'
import { BrowserHost, type HostedStudio } from './BrowserHost.ts'
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
  const { log, update } = opened
  const opening = Promise.race([opened.studio, update.started.then(() => null)])
  const [first, files] = await Promise.all([opening, rendererFiles(paths.renderer)])
  files.set('/favicon.ico', { path: paths.smallIcon, mime: 'image/png', hashed: false })
  const redact: HostedStudio['redact'] = (answer) => log.secrets.redactProblems(answer)
  const answering = first ? answeringWith(first) : answeringDuring(update)
  const host = new BrowserHost(
    { ...answering, files, log, redact },
    {
      name: hostName(dataFolder),
      clock: systemClock,
      showAddress: (address) => process.stdout.write(`Open Easel within a minute at ${address}\n`),
    },
  )
  const command = open ? browserCommand(process.platform, process.env) : null
  const print = (what: string, accessControl: AccessControl): void => {
    const address = command ? accessControl.address : accessControl.issue()
    process.stdout.write(`${what}: ${address}\n`)
  }
  const openBrowser = (accessControl: AccessControl): void => {
    if (!command) return
    const issue = (onEnd: () => void): string => accessControl.issue(onEnd)
    openSystemBrowser(command, dataFolder, issue, () => host.showAddress())
  }

  const shown = first ? null : await host.listen(port)
  if (shown) {
    print('Easel is updating its library', shown)
    openBrowser(shown)
  }
  // Until here a signal ends the process at once: an exit would wait for the thread, and what isn't committed is undone.
  const studio = await opened.studio
  if (shown) host.replaceStudio({ ...answeringWith(studio), files, log, redact })

  let isClosing = false
  const shutDown = async (): Promise<void> => {
    if (isClosing) return
    isClosing = true
    await host.close()
    await opened.close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void shutDown())
  if (shown) return print('Easel is ready', shown)

  const accessControl = await host.listen(port).catch(async (error: unknown) => {
    await opened.close()
    throw error
  })
  print('Easel is ready', accessControl)
  openBrowser(accessControl)
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
