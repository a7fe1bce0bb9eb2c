import type { StudioEvent } from '../../../src-preload/contract/events.ts'
import type { BatchTable } from './batches/BatchTable.ts'
import type { JobEngine } from './engine/JobEngine.ts'
import type { LiveJobs } from './poll/LiveJobs.ts'
import type { Queue } from './queue/Queue.ts'
import type { RateLimits } from '../service/rate-limits/RateLimits.ts'
import type { Settings } from '../app/Settings.ts'
import type { Database } from '../storage/Database.ts'
import type { Queries } from '../threads/queries.ts'
import type { DiskGuard } from '../storage/DiskGuard.ts'
import type { Ask } from '../storage/QueryTable.ts'
import { Announcer } from './progress/Announcer.ts'
import { TimesLeft } from './progress/TimesLeft.ts'
import { WorkTable, type Bundle } from './progress/WorkTable.ts'
import { WorkWatch } from './progress/WorkWatch.ts'
import type { World } from '../world.ts'

interface Parts {
  world: Pick<World, 'clock' | 'log'>
  database: Database
  live: LiveJobs
  settings: Settings
  table: BatchTable
  queue: Queue
  limits: RateLimits
  disk: DiskGuard
  ask: Ask<Queries>
  emit: (event: StudioEvent) => void
  later: () => { engine: JobEngine }
}

/** What watches work as a whole, put together; a part of `createStudio`. */
export function assembleWork(parts: Parts) {
  const { world, database, live, settings, table: batches, queue, limits, disk, ask, emit, later } = parts
  const { clock, log } = world
  const table = new WorkTable(database)
  const holds = {
    isPaused: () => queue.paused,
    standing: ({ connectionId, collection }: Pick<Bundle, 'connectionId' | 'collection'>) =>
      disk.problem ? 'disk' : (later().engine.standing(connectionId, collection)?.why ?? null),
  } as const
  const batch = (id: string) => batches.find(id)
  const announcer = new Announcer({ table, batch, settings: () => settings.get(), emit, log })
  const watch = new WorkWatch({ table, announcer, ...holds, live: () => live.sum(), emit, clock, log })
  const times = new TimesLeft({
    read: (at) => ask('work.toCome', at),
    ...holds,
    limits: () => limits.list(),
    clock,
  })
  return { watch, work: { watch, times } }
}
