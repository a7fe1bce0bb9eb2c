import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { World } from '../../../studio/world.ts'
import { FileLog } from '../log/FileLog.ts'
import { createKeytarKeychain } from './createKeytarKeychain.ts'
import { SandboxWorker } from './SandboxWorker.ts'
import { createServiceDispatcher } from './createServiceDispatcher.ts'
import { systemClock } from './systemClock.ts'
import type { EnvironmentConnection } from '../start/readConnection.ts'

export interface OpenWorld {
  world: World
  log: FileLog
  /** Closes connections and the sandbox; call it after closing the studio. */
  close: () => Promise<void>
}

/** Creates the studio's real environment for one session. */
export function buildWorld(options: {
  version: string
  dataFolder: string
  /** Entry of the sandbox service. */
  sandbox: URL
  environment: EnvironmentConnection | null
}): OpenWorld {
  const { version, dataFolder, environment } = options
  const log = new FileLog(join(dataFolder, 'logs'))
  if (environment) log.addSecret(environment.key)
  const dispatcher = createServiceDispatcher()
  const sandbox = new SandboxWorker(options.sandbox, join(dataFolder, 'sandbox'), log)
  return {
    world: {
      version,
      dataFolder,
      clock: systemClock,
      random: Math.random,
      uuid: randomUUID,
      dispatcher,
      keychain: createKeytarKeychain(),
      sandbox,
      environment,
      log,
    },
    log,
    close: async () => {
      await Promise.all([dispatcher.destroy(), sandbox.stop()])
    },
  }
}
