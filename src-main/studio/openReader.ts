import type { RouteInput } from '../../src-preload/contract/routes.ts'
import { queries } from './queries.ts'
import type { StudioDatabase } from './storage/openStudioDatabase.ts'
import { Soundness } from './storage/Soundness.ts'
import { QueryWorker } from './storage/QueryWorker.ts'
import type { Log } from './world.ts'

/** What answers queries in the query thread. */
export const openReader = ({ database, places }: StudioDatabase, log: Log) =>
  new QueryWorker({ thread: queryThread(), file: places.database, database, queries, log })

/** Checks a database that was not closed in order in a thread of its own, so that nobody waits behind it. */
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

/** The space of embeddings, read in the query thread. */
export const spaceBeside = ({ ask }: ReturnType<typeof openReader>) => ({
  nearest: (asked: RouteInput<'library.neighbours'>) => ask('library.neighbours', asked),
  map: (asked: RouteInput<'library.map'>) => ask('library.map', asked),
})

/** The thread's module: beside this one, or in a build beside the entries, of which this may be a chunk. */
function queryThread(): URL {
  const here = import.meta.url
  if (here.endsWith('.ts')) return new URL('./queryThread.ts', here)
  return new URL(here.includes('/chunks/') ? '../queryThread.js' : './queryThread.js', here)
}
