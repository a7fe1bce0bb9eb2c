import { join } from 'node:path'
import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import type { Notices } from '../app/createApp.ts'
import type { StudioEvents } from '../events.ts'
import type { Storage } from '../storage/createStorage.ts'
import { readSchemaVersion, requireIntact } from '../storage/database/checkDatabase.ts'
import { IntegrityCheck } from '../storage/database/IntegrityCheck.ts'
import type { ListNamesRequest } from '../storage/files/folders.ts'
import type { QueryFunction } from '../storage/workers/QueryTable.ts'
import { QueryWorker } from '../storage/workers/QueryWorker.ts'
import { WorkerPool } from '../storage/workers/WorkerPool.ts'
import type { World } from '../world.ts'
import { queries } from './queries.ts'
import type { ImageTasks, StudioTasks } from './tasks.ts'
import type { LibraryUpdate } from '../../../src-preload/contract/types/libraryUpdate.ts'
import { needsUpdate, updateInThread } from '../storage/update/updateInThread.ts'
import { importErrors, storageErrors } from '../../../src-preload/contract/errors.ts'
import { StudioError, nonBillingError } from '../../../src-preload/shared/StudioError.ts'
import type { LibraryCopy } from '../library/imports/LibraryImport.ts'
import { Database } from '../storage/database/Database.ts'
import { sqliteErrorKind } from '../storage/files/storageError.ts'
import { migrations } from '../storage/migrations/index.ts'

/** Maximum number of workers for tasks. */
const WORKER_COUNT = 2
/** A task that takes longer fails. Reading the largest text result takes a small part of this time. */
const TASK_DEADLINE_MS = 20_000
/** Converting a large image takes seconds, more on a busy computer. */
const CONVERSION_DEADLINE_MS = 120_000
/** Time from a commit to the checkpoint, so that commits in between share it. */
const CHECKPOINT_DELAY_MS = 200
/** A write-ahead log of more than 64 MB slows down every read. */
const LONG_LOG_PAGES = 16_384

interface Dependencies {
  world: Pick<World, 'log' | 'worker' | 'clock'>
  storage: Storage
  events: StudioEvents
  notices: Pick<Notices, 'add' | 'withdraw'>
}

/** The threads, as the modules and the composition of the studio use them. */
interface Threads {
  /** Runs a query in the query thread. */
  query: QueryFunction<typeof queries>
  /** Workers for tasks that the user waits for. */
  workers: Pick<WorkerPool<StudioTasks>, 'run'>
  /** The worker that converts images. */
  converter: Pick<WorkerPool<ImageTasks>, 'run'>
  /** Makes upright copies of photos for jobs, which must not wait for an export of thousands of images. */
  uprighter: Pick<WorkerPool<ImageTasks>, 'run'>
  /** Lists a folder in a worker, because it may contain very many files. */
  listFolder: (request: ListNamesRequest) => Promise<string[]>
  /** Opens a copy of another library's database; see `openLibraryCopy`. */
  openLibraryCopy: (folder: string) => Promise<LibraryCopy>
  /**
   * Checks a copy of the database in a thread of its own. After damage, the database itself is checked. @throws Error if the copy is
   * damaged or can't be checked, or when `signal` is aborted.
   */
  checkCopy: (file: string, signal: AbortSignal) => Promise<void>
  /** Whether the database is known to be intact. */
  integrity: Pick<IntegrityCheck, 'isIntact'>
  /** Starts the daily backups and, if the database was not closed properly, its check, in the background. */
  startChecks: () => void
  /** Ends all checks and the daily backup. From then on, a folder that can't be listed counts as empty. */
  prepareClose: () => Promise<void>
  closeWorkers: () => Promise<void>
  close: () => Promise<void>
}

/**
 * The threads of the studio: one for queries, workers for tasks and for converting images, and one for each check of the
 * database or of a copy.
 */
export function createThreads({ world, storage, events, notices }: Dependencies): Threads {
  const { log, clock } = world
  const { database, paths, disk, backups } = storage
  const createQueryWorker = () =>
    new QueryWorker({ workerUrl: threadModule('queryThread'), file: paths.database, database, queries, log })
  const queryWorker = createQueryWorker()
  const checkpoint = async (): Promise<void> => {
    checkpointTimer = null
    try {
      const pages = await queryWorker.query('storage.checkpoint', undefined)
      if (pages <= LONG_LOG_PAGES) return
      // The log starts again only after a checkpoint during which nothing was committed.
      const complete = queryWorker.query('storage.checkpoint', undefined)
      database.setPendingCheckpoint(complete.catch(() => {}))
      await complete
    } catch (error) {
      if (!isClosing) log.warn('The write-ahead log was not checkpointed', { error: String(error) })
    }
  }
  // Uses real time even if the studio has a simulated clock.
  let checkpointTimer: NodeJS.Timeout | null = null
  database.onCommit = () => {
    checkpointTimer ??= setTimeout(() => void checkpoint(), CHECKPOINT_DELAY_MS).unref()
  }
  const entry = world.worker ?? new URL('./worker.ts', import.meta.url)
  const workers = new WorkerPool<StudioTasks>({ entry, size: WORKER_COUNT, deadlineMs: TASK_DEADLINE_MS })
  // One image at a time, because decoded images are large. Separate from `workers`, so that it doesn't delay tasks the
  // user waits for.
  const converter = new WorkerPool<ImageTasks>({ entry, size: 1, deadlineMs: CONVERSION_DEADLINE_MS })
  const uprighter = new WorkerPool<ImageTasks>({ entry, size: 1, deadlineMs: CONVERSION_DEADLINE_MS })
  let isClosing = false
  const checkWorkers = new Set<QueryWorker<typeof queries>>()
  /** Runs a check in a thread of its own, because it takes long and an earlier thread may have failed. */
  const runCheck = async <T>(
    check: (query: Threads['query']) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> => {
    if (isClosing) throw new Error('The studio is closing')
    signal?.throwIfAborted()
    const worker = createQueryWorker()
    checkWorkers.add(worker)
    const stop = () => void worker.close()
    signal?.addEventListener('abort', stop)
    try {
      return await check(worker.query)
    } finally {
      signal?.removeEventListener('abort', stop)
      checkWorkers.delete(worker)
      await worker.close()
    }
  }
  const integrity = new IntegrityCheck({
    opened: storage,
    check: () => runCheck((query) => query('storage.check', undefined)),
    disk,
    notices,
    onIntact: () => events.emit('admissionChanged'),
    clock,
    log,
  })
  events.on('diskChanged', (isReady) => {
    if (isReady) void integrity.start()
  })
  const checkCopy: Threads['checkCopy'] = async (file, signal) => {
    const verdict = await runCheck((query) => query('storage.check_copy', file), signal)
    if (verdict.state === 'damaged') void integrity.restart()
    requireIntact(verdict)
  }
  return {
    query: queryWorker.query,
    workers,
    converter,
    uprighter,
    listFolder: (request) =>
      workers.run('listNames', request).catch((error: unknown) => {
        if (isClosing) return []
        throw error
      }),
    openLibraryCopy: (folder) => openLibraryCopy(world, folder),
    checkCopy,
    integrity,
    startChecks: () => {
      void integrity.start()
      backups.start({ isIntact: () => integrity.isIntact, checkCopy })
    },
    prepareClose: async () => {
      isClosing = true
      const stopped = Promise.all([integrity.stop(), backups.stop()])
      await Promise.all([...checkWorkers].map((worker) => worker.close()))
      await stopped
    },
    closeWorkers: async () => {
      await Promise.all([workers.close(), converter.close(), uprighter.close()])
    },
    close: async () => {
      database.onCommit = () => {}
      if (checkpointTimer) clearTimeout(checkpointTimer)
      await queryWorker.close()
    },
  }
}

/** Called with the progress of an update of the library. */
export type OnUpdateProgress = (update: LibraryUpdate) => void

/** Updates a library of an earlier version in a thread and returns notices for the user. For a current library it starts no thread. */
export async function updateLibrary(
  { dataFolder, log, clock }: World,
  onUpdateProgress: OnUpdateProgress,
): Promise<Problem[]> {
  if (!needsUpdate(dataFolder)) return []
  return updateInThread({
    workerUrl: threadModule('updateThread'),
    dataFolder,
    log,
    clock,
    onProgress: onUpdateProgress,
  })
}

/**
 * Checks and updates a copy of another library's database, `easel.db` in `folder`, and opens it for queries in a thread
 * of its own.
 * @throws StudioError `import_library_damaged`, `import_library_newer`, or a storage error.
 */
async function openLibraryCopy(
  { log, clock }: Pick<World, 'log' | 'clock'>,
  folder: string,
): Promise<LibraryCopy> {
  const file = join(folder, 'easel.db')
  const version = readSchemaVersion(file)
  if (version > migrations.length) throw nonBillingError(importErrors.libraryNewer)
  // 0 means that the file is empty or not a database of Easel.
  if (version === 0) throw nonBillingError(importErrors.libraryDamaged)
  const open = (): LibraryCopy => {
    const database = openDatabase(file)
    const workerUrl = threadModule('queryThread')
    const worker = new QueryWorker({ workerUrl, file, database, queries, log })
    return {
      query: worker.query,
      close: async () => {
        await worker.close()
        database.close()
      },
    }
  }
  const copy = open()
  const checked = await copy.query('storage.check', undefined).catch((error: unknown) => String(error))
  if (checked === 'ok' && version === migrations.length) return copy
  await copy.close()
  if (checked !== 'ok') {
    log.warn('The database of another library is damaged', { error: checked })
    throw nonBillingError(importErrors.libraryDamaged)
  }
  const workerUrl = threadModule('updateThread')
  const notices = await updateInThread({
    workerUrl,
    dataFolder: folder,
    log,
    clock,
    onProgress: () => {},
  }).catch((error: unknown) => {
    const hasUpdateFailed =
      error instanceof StudioError && error.problem.code === storageErrors.databaseUpdateFailed
    throw hasUpdateFailed ? nonBillingError(importErrors.libraryDamaged) : error
  })
  // The update reports that it replaced a damaged database by an empty one.
  if (notices.length > 0) throw nonBillingError(importErrors.libraryDamaged)
  return open()
}

function openDatabase(file: string): Database {
  try {
    return new Database(file)
  } catch (error) {
    throw sqliteErrorKind(error) === 'damaged' ? nonBillingError(importErrors.libraryDamaged) : error
  }
}

/** The URL of a thread's module. In a build it is beside the entry files, while this code may be in the folder `chunks`. */
export function threadModule(name: 'queryThread' | 'updateThread'): URL {
  const here = import.meta.url
  if (here.endsWith('.ts')) return new URL(`./${name}.ts`, here)
  return new URL(here.includes('/chunks/') ? `../${name}.js` : `./${name}.js`, here)
}
