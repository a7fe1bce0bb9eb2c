import type { RouteInput } from '../../src-preload/contract/routes.ts'
import { queries } from './queries.ts'
import type { StudioDatabase } from './storage/openStudioDatabase.ts'
import { Soundness } from './storage/Soundness.ts'
import { QueryWorker } from './storage/QueryWorker.ts'
import { threadModule } from './threadModule.ts'
import type { Log } from './world.ts'

/** The reader that runs queries in the query thread. */
export const openReader = ({ database, places }: StudioDatabase, log: Log) =>
  new QueryWorker({ thread: threadModule('queryThread'), file: places.database, database, queries, log })

/** Checks a database that was not closed properly in its own thread, so that nothing waits for it. */
export function checkSoundness(
  parts: Omit<ConstructorParameters<typeof Soundness>[0], 'check' | 'opened'> & { opened: StudioDatabase },
) {
  const reader = openReader(parts.opened, parts.log)
  const soundness = new Soundness({ ...parts, check: () => reader.ask('storage.check', undefined) })
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
export const spaceBeside = ({ ask }: ReturnType<typeof openReader>) => ({
  nearest: (asked: RouteInput<'library.neighbours'>) => ask('library.neighbours', asked),
  map: (asked: RouteInput<'library.map'>) => ask('library.map', asked),
})
