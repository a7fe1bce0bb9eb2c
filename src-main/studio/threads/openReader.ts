import type { RouteInput } from '../../../src-preload/contract/routes.ts'
import { queries } from './queries.ts'
import type { StudioDatabase } from '../storage/openStudioDatabase.ts'
import { IntegrityCheck } from '../storage/IntegrityCheck.ts'
import { QueryWorker } from '../storage/QueryWorker.ts'
import { threadModule } from './threadModule.ts'
import type { Log } from '../world.ts'

/** The reader that runs queries in the query thread. */
export const openReader = ({ database, places }: StudioDatabase, log: Log) =>
  new QueryWorker({ thread: threadModule('queryThread'), file: places.database, database, queries, log })

/** Runs an integrity check on a separate thread, without blocking startup, if the database was not closed cleanly. */
export function checkIntegrity(
  options: Omit<ConstructorParameters<typeof IntegrityCheck>[0], 'check' | 'opened'> & {
    opened: StudioDatabase
  },
) {
  const reader = openReader(options.opened, options.log)
  const integrityCheck = new IntegrityCheck({
    ...options,
    check: () => reader.ask('storage.check', undefined),
  })
  const done = integrityCheck.start().then(() => reader.close())
  return {
    get isSound() {
      return integrityCheck.isSound
    },
    close: async (): Promise<void> => {
      await reader.close()
      await done
    },
  }
}

/** Queries about embeddings, run in the query thread. */
export const embeddingQueries = ({ ask }: ReturnType<typeof openReader>) => ({
  nearest: (input: RouteInput<'library.neighbours'>) => ask('library.neighbours', input),
  map: (input: RouteInput<'library.map'>) => ask('library.map', input),
})
