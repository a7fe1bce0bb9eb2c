import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import type { StudioEvents } from '../events.ts'
import type { Storage } from '../storage/createStorage.ts'
import { IntegrityCheck } from '../storage/database/IntegrityCheck.ts'
import type { NamesRequest } from '../storage/files/namesIn.ts'
import { QueryWorker } from '../storage/workers/QueryWorker.ts'
import { WorkerPool } from '../storage/workers/WorkerPool.ts'
import type { World } from '../world.ts'
import { queries } from './queries.ts'
import type { StudioTasks } from './tasks.ts'
import { threadModule } from './threadModule.ts'

const WORKERS = 2
/** Deadline of a task: many times what the largest result takes that can be saved as text. */
const TASK_DEADLINE_MS = 20_000

interface Dependencies {
  world: Pick<World, 'log' | 'worker'>
  storage: Storage
  events: StudioEvents
  report: (problem: Problem) => void
}

/** The threads of the studio: one for queries, workers for untrusted files, and one that checks a database once. */
export function createThreads({ world, storage, events, report }: Dependencies) {
  const { log } = world
  const { database, places } = storage
  const openReader = () =>
    new QueryWorker({ thread: threadModule('queryThread'), file: places.database, database, queries, log })
  const reader = openReader()
  const workers = new WorkerPool<StudioTasks>({
    entry: world.worker ?? new URL('./worker.ts', import.meta.url),
    size: WORKERS,
    deadlineMs: TASK_DEADLINE_MS,
  })
  let isClosing = false
  const checker = openReader()
  const integrity = new IntegrityCheck({
    opened: storage,
    check: () => checker.ask('storage.check', undefined),
    report,
    onSound: () => events.emit('admissionChanged'),
    log,
  })
  let checked = Promise.resolve()
  return {
    query: reader.ask,
    workers,
    /** Lists a folder of very many files in a worker. */
    listFolder: (request: NamesRequest): Promise<string[]> =>
      workers.run('namesIn', request).catch((error: unknown) => {
        if (isClosing) return []
        throw error
      }),
    integrity,
    /** Checks a database that was not closed properly, without blocking the start. */
    startCheck: (): void => {
      checked = integrity.start().then(() => checker.close())
    },
    prepareClose: async (): Promise<void> => {
      isClosing = true
      await checker.close()
      await checked
    },
    closeWorkers: () => workers.close(),
    close: () => reader.close(),
  }
}
