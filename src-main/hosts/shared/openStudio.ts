import type { LibraryUpdate } from '../../../src-preload/contract/types/studio.ts'
import { createStudio } from '../../studio/createStudio.ts'
import type { Studio } from '../../studio/Studio.ts'
import { buildWorld } from './world/buildWorld.ts'
import type { FileLog } from './log/FileLog.ts'
import type { FilePaths } from './start/resolveFilePaths.ts'
import type { EnvironmentConnection } from './start/readConnection.ts'

/** Maximum wait for pending requests when closing. The next startup finds those that did not finish in the database. */
const MAX_CLOSE_MS = 10_000

export interface OpenStudio {
  log: FileLog
  /** Rejects when the library cannot be opened. */
  studio: Promise<Studio>
  update: LibraryUpdateStatus
  /** Closes the studio, then its environment. Never rejects. */
  close: () => Promise<void>
}

/** The state of updating a library of an earlier version, which happens before the studio opens. */
export interface LibraryUpdateStatus {
  /** Resolves when an update starts; never resolves if none is needed. */
  started: Promise<void>
  /** Null before an update, and once the studio is open or can't be. */
  current: () => LibraryUpdate | null
}

/** Builds the environment and starts the studio. */
export function openStudio(
  paths: FilePaths,
  dataFolder: string,
  environment: EnvironmentConnection | null,
): OpenStudio {
  const { version, sandbox, worker } = paths
  const { world, log, close: closeWorld } = buildWorld({ version, dataFolder, sandbox, environment })
  const started = Promise.withResolvers<void>()
  let current: LibraryUpdate | null = null
  const studio = createStudio({ ...world, worker }, (update) => {
    current = update
    started.resolve()
  })
    .then((created) => withRedactedEvents(created, log))
    .finally(() => (current = null))
  const close = async (): Promise<void> => {
    try {
      await (await studio).close()
    } catch (error) {
      log.error('The studio could not close', { error })
    }
    await closeWorld()
  }
  const closeWithTimeout = (): Promise<void> =>
    new Promise((resolve) => {
      setTimeout(resolve, MAX_CLOSE_MS).unref()
      void close().then(resolve)
    })
  return {
    log,
    studio,
    update: { started: started.promise, current: () => current },
    close: closeWithTimeout,
  }
}

/** The studio with secrets removed from the problems in its events. */
const withRedactedEvents = (studio: Studio, { secrets }: FileLog): Studio => ({
  ...studio,
  onEvent: (listener) => studio.onEvent((event) => listener(secrets.redactProblems(event))),
})
