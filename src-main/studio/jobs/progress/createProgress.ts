import type { BatchTable } from '../batches/BatchTable.ts'
import type { JobDependencies } from '../JobDependencies.ts'
import type { LiveJobs } from '../store/LiveJobs.ts'
import type { Queue } from '../queue/Queue.ts'
import type { LocalHolds } from '../submit/LocalHolds.ts'
import { Announcer } from './Announcer.ts'
import { TimeEstimator } from './TimeEstimator.ts'
import { WorkTable, type JobGroup } from './WorkTable.ts'
import { ProgressWatch } from './ProgressWatch.ts'

interface Dependencies extends Pick<
  JobDependencies,
  'world' | 'storage' | 'threads' | 'app' | 'service' | 'events'
> {
  queue: Queue
  batchTable: BatchTable
  live: LiveJobs
  localHolds: LocalHolds
}

/** The progress of all work and the expected times, as the handlers and the host read them. */
export interface ProgressModule {
  watch: Pick<ProgressWatch, 'progress' | 'countOpenJobs' | 'close'>
  times: Pick<TimeEstimator, 'estimate'>
}

/** The progress of all work, expected times, and announcements. */
export function createProgress(dependencies: Dependencies): ProgressModule {
  const { world, storage, threads, app, service, events, queue, batchTable, live, localHolds } = dependencies
  const { clock, log } = world
  const emit = events.emitToWindows
  const table = new WorkTable(storage.database)
  const holds = {
    queue,
    holdReason: ({ connectionId, collection }: Pick<JobGroup, 'connectionId' | 'collection'>) => {
      if (storage.disk.problem) return 'disk'
      const reason = localHolds.findHold(connectionId, collection)?.reason
      return reason === 'budget' || reason === 'disk' ? reason : null
    },
  } as const
  const announcer = new Announcer({
    table,
    emit,
    log,
    batches: batchTable,
    settings: app.settings,
  })
  const watch = new ProgressWatch({
    table,
    announcer,
    ...holds,
    live,
    emit,
    clock,
    log,
  })
  const times = new TimeEstimator({
    ...holds,
    read: (now) => threads.query('progress.active_work', now),
    limits: service.limits,
    clock,
  })
  events.on('window', (event) => watch.onEvent(event))
  events.on('batchResumed', (id) => announcer.onBatchResumed(id))
  watch.scheduleCheck()
  return { watch, times }
}
