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
import { ownName } from './ownName.ts'

// Before anything is written or started: files are this user's alone, and no child inherits the key.
process.umask(0o077)
const connection = takeConnection(process.argv, process.env)

async function run({ port, open }: Arguments, dataFolder: string): Promise<void> {
  makeFolder(dataFolder)
  const stillOpen = closeToOthers(dataFolder)
  if (stillOpen) process.stderr.write(`${stillOpen}\n`)
  const places = locate(import.meta.url)
  const opened = openStudio(places, dataFolder, connection)
  noteTroubles(opened.log)
  const [studio, files] = await Promise.all([opened.studio, rendererFiles(places.renderer)])
  files.set('/favicon.ico', { path: places.smallIcon, mime: 'image/png', hashed: false })
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
      name: ownName(dataFolder),
      clock: systemClock,
      showAddress: (address) => process.stdout.write(`Open Easel within a minute at ${address}\n`),
    },
  )

  let leaving = false
  const leave = async (): Promise<void> => {
    if (leaving) return
    leaving = true
    await host.close()
    await opened.close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void leave())

  const entrance = await host.listen(port).catch(async (error: unknown) => {
    await opened.close()
    throw error
  })
  const command = open ? browserCommand(process.platform, process.env) : null
  const address = command ? entrance.address : entrance.issue()
  process.stdout.write(`Easel is ready: ${address}\n`)
  if (!command) return
  const issue = (onEnd: () => void): string => entrance.issue(onEnd)
  openSystemBrowser(command, dataFolder, issue, () => host.showAddress())
}

/** Says on the terminal why Easel cannot start, and ends. */
function giveUp(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

function readArguments(): Arguments {
  try {
    return parseArguments(process.argv.slice(2), process.cwd())
  } catch (error) {
    giveUp(error instanceof Error ? error.message : String(error))
  }
}

const given = readArguments()
const dataFolder = given.data ?? defaultDataFolder(process.platform, process.env, homedir())
run(given, dataFolder).catch((error: unknown) => {
  if (errorCode(error) === 'EADDRINUSE') giveUp(`Port ${given.port} is taken. Choose another with --port.`)
  giveUp(startSentence(error, dataFolder))
})
