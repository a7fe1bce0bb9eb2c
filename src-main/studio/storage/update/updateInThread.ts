import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker, parentPort, workerData } from 'node:worker_threads'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { LibraryUpdate } from '../../../../src-preload/contract/types/libraryUpdate.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { Clock, Log } from '../../world.ts'
import { readSchemaVersion } from '../database/checkDatabase.ts'
import { freeDiskBytes } from '../files/DiskGuard.ts'
import { migrations, type Migration } from '../migrations/index.ts'
import { toStorageError } from '../files/storageError.ts'
import { updateStudioDatabase } from '../openStudioDatabase.ts'

/** How often the growing backup is measured. */
const MEASURE_INTERVAL_MS = 250

/** Whether a library was made by an earlier version. Reads a few bytes; the library must not be open. */
export function needsUpdate(dataFolder: string, steps: readonly Migration[] = migrations): boolean {
  try {
    const version = readSchemaVersion(join(dataFolder, 'easel.db'))
    return version > 0 && version < steps.length
  } catch (error) {
    throw toStorageError(error, dataFolder)
  }
}

interface Options {
  /** The module of the worker, which calls `runUpdateWorker`. */
  workerUrl: URL
  dataFolder: string
  log: Log
  clock: Clock
  onProgress: (update: LibraryUpdate) => void
  /** The migrations; other ones only in tests. */
  steps?: readonly Migration[]
  /** The free bytes on the disk of a folder; the system's value by default. */
  freeBytes?: (folder: string) => number
}

/**
 * Updates a library in a thread and returns notices for the user. If the thread ends early, `openStudioDatabase` performs
 * the same update later. @throws as `openStudioDatabase`.
 */
export async function updateInThread(options: Options): Promise<Problem[]> {
  const {
    workerUrl,
    dataFolder,
    log,
    clock,
    onProgress,
    steps = migrations,
    freeBytes = freeDiskBytes,
  } = options
  const input: UpdateInput = { dataFolder, steps, freeBytes: freeBytes(dataFolder), now: clock.now() }
  const worker = new Worker(workerUrl, { workerData: input })
  let stopWatching = (): void => {}
  try {
    return await new Promise<Problem[]>((resolve, reject) => {
      let last: LibraryUpdate
      worker.on('message', (message: UpdateMessage) => {
        switch (message.kind) {
          case 'update':
            stopWatching()
            onProgress((last = message.update))
            break
          case 'backup':
            // The worker is blocked in SQLite until the backup is complete, so the main thread watches the file.
            stopWatching = watchBackup(clock, message, (percent) => onProgress({ ...last, percent }))
            break
          case 'log':
            log[message.level](message.message, message.details)
            break
          case 'done':
            resolve(message.notices)
            break
          case 'failed':
            reject(message.problem ? new StudioError(message.problem) : new Error(message.error))
            break
        }
      })
      worker.on('error', (error: unknown) => {
        log.error('The update thread failed; updating on the main thread instead', {
          error: String(error),
        })
        resolve([])
      })
      worker.on('exit', () => resolve([]))
    })
  } finally {
    stopWatching()
    await worker.terminate()
  }
}

/** Reports the progress of the growing backup file until the returned function is called. */
function watchBackup(
  clock: Clock,
  { file, bytes }: { file: string; bytes: number },
  onPercent: (percent: number) => void,
): () => void {
  let cancel = (): void => {}
  let isStopped = false
  let percent = 0
  const poll = async (): Promise<void> => {
    // Asynchronous, because a busy disk responds slowly. A complete backup is renamed, so then there is no such file.
    const size = await stat(file).then(
      (found) => found.size,
      () => 0,
    )
    if (isStopped) return
    // The backup leaves out free pages, so its final size is not known exactly.
    percent = Math.max(percent, Math.min(99, Math.floor((100 * size) / Math.max(bytes, 1))))
    onPercent(percent)
    cancel = clock.after(MEASURE_INTERVAL_MS, () => void poll())
  }
  void poll()
  return () => {
    isStopped = true
    cancel()
  }
}

/** The `workerData` of the update's thread. */
interface UpdateInput {
  dataFolder: string
  steps: readonly Migration[]
  /** Bytes free on the disk. */
  freeBytes: number
  /** Milliseconds since the epoch. */
  now: number
}

/** A message of the update's thread; `done` or `failed` is the last one. */
type UpdateMessage =
  | { kind: 'update'; update: LibraryUpdate }
  /** The backup starts; `file` is the growing file, `bytes` its expected size. */
  | { kind: 'backup'; file: string; bytes: number }
  | { kind: 'log'; level: 'info' | 'warn' | 'error'; message: string; details: Record<string, unknown> }
  | { kind: 'done'; notices: Problem[] }
  | { kind: 'failed'; problem: Problem | null; error: string }

/** Updates a library. The entry point of the worker that `updateInThread` starts. */
export function runUpdateWorker(): void {
  const port = parentPort
  if (!port) throw new Error('This function must run in the update worker')
  const { dataFolder, steps, freeBytes, now }: UpdateInput = workerData
  const send = (message: UpdateMessage): void => port.postMessage(message, [])
  const logAt =
    (level: 'info' | 'warn' | 'error'): Log[typeof level] =>
    (message, details = {}) =>
      send({ kind: 'log', level, message, details })
  try {
    const notices = updateStudioDatabase({
      dataFolder,
      steps,
      clock: { now: () => now },
      freeBytes: () => freeBytes,
      log: { info: logAt('info'), warn: logAt('warn'), error: logAt('error') },
      onProgress: (update) => send({ kind: 'update', update }),
      onBackupStart: (file, bytes) => send({ kind: 'backup', file, bytes }),
    })
    send({ kind: 'done', notices })
  } catch (error) {
    const problem = error instanceof StudioError ? error.problem : null
    send({ kind: 'failed', problem, error: error instanceof Error ? error.message : String(error) })
  }
}
