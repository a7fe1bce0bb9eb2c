import { createStudio } from '../../studio/createStudio.ts'
import type { Studio } from '../../studio/Studio.ts'
import { buildWorld } from './buildWorld.ts'
import type { FileLog } from './FileLog.ts'
import type { Places } from './locate.ts'
import type { GivenConnection } from './takeEnvironment.ts'

/** Longest wait for a request that is just going out; after that the studio's own records decide at the next start. */
const CLOSING_MS = 10_000

export interface OpenStudio {
  log: FileLog
  /** Rejects when the library cannot be opened. */
  studio: Promise<Studio>
  /** Closes the studio, then its world. Never rejects. */
  close: () => Promise<void>
}

/** Builds the world and starts the studio in it. */
export function openStudio(
  places: Places,
  dataFolder: string,
  environment: GivenConnection | null,
): OpenStudio {
  const { version, sandbox, worker } = places
  const { world, log, close: closeWorld } = buildWorld({ version, dataFolder, sandbox, environment })
  const studio = createStudio({ ...world, worker }).then((made) => withoutSecrets(made, log))
  const close = async (): Promise<void> => {
    try {
      await (await studio).close()
    } catch (error) {
      log.error('The studio could not close', { error })
    }
    await closeWorld()
  }
  const inTime = (): Promise<void> =>
    new Promise((resolve) => {
      setTimeout(resolve, CLOSING_MS).unref()
      void close().then(resolve)
    })
  return { log, studio, close: inTime }
}

/** The studio whose events carry no secret in their problems. */
const withoutSecrets = (studio: Studio, { secrets }: FileLog): Studio => ({
  ...studio,
  onEvent: (listener) => studio.onEvent((event) => listener(secrets.redactProblems(event))),
})
