import { queries } from './queries.ts'
import type { StudioDatabase } from './storage/openStudioDatabase.ts'
import { QueryWorker } from './storage/QueryWorker.ts'
import type { Log } from './world.ts'

/** What answers queries beside the main thread. */
export const openReader = ({ database, places }: StudioDatabase, log: Log) =>
  new QueryWorker({ thread: queryThread(), file: places.database, database, queries, log })

/** The thread's module: beside this one, or in a build beside the entries, of which this may be a chunk. */
function queryThread(): URL {
  const here = import.meta.url
  if (here.endsWith('.ts')) return new URL('./queryThread.ts', here)
  return new URL(here.includes('/chunks/') ? '../queryThread.js' : './queryThread.js', here)
}
