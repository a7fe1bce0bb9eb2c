import type { RouteInput } from '../../../src-preload/contract/routes.ts'
import { queries } from '../threads/queries.ts'
import type { StudioDatabase } from './openStudioDatabase.ts'
import { IntegrityCheck } from './IntegrityCheck.ts'
import { QueryWorker } from './QueryWorker.ts'
import { threadModule } from '../threads/threadModule.ts'
import type { Log } from '../world.ts'

/** The reader that runs queries in the query thread. */
export const openReader = ({ database, places }: StudioDatabase, log: Log) =>
  new QueryWorker({ thread: threadModule('queryThread'), file: places.database, database, queries, log })

/** Runs an integrity check on a separate thread, without blocking startup, if the database was not closed cleanly. */
export function checkIntegrity(
  parts: Omit<ConstructorParameters<typeof IntegrityCheck>[0], 'check' | 'opened'> & {
    opened: StudioDatabase
  },
) {
  const reader = openReader(parts.opened, parts.log)
  const soundness = new IntegrityCheck({ ...parts, check: () => reader.ask('storage.check', undefined) })
  const done = soundness.start().then(() => reader.close())
  return {
    get isSound() {
      return soundness.isSound
    },
    close: async (): Promise<void> => {
      await reader.close()
      await done
    },
  }
}

/** Queries about embeddings, run in the query thread. */
export const embeddingQueries = ({ ask }: ReturnType<typeof openReader>) => ({
  nearest: (asked: RouteInput<'library.neighbours'>) => ask('library.neighbours', asked),
  map: (asked: RouteInput<'library.map'>) => ask('library.map', asked),
})
