import { parentPort, workerData } from 'node:worker_threads'
import { StudioError } from '../../../../src-preload/contract/errors.ts'
import type { LibraryUpdate } from '../../../../src-preload/contract/types/studio.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { Log } from '../../world.ts'
import type { Migration } from '../migrations/index.ts'
import { updateStudioDatabase } from '../database/openStudioDatabase.ts'

export interface UpdateInput {
  dataFolder: string
  steps: readonly Migration[]
  /** Bytes free on the disk. */
  freeBytes: number
  /** Milliseconds since the epoch. */
  now: number
}

/** Messages of the update's thread; `done` or `failed` comes last. */
export type UpdateMessage =
  | { kind: 'update'; update: LibraryUpdate }
  | { kind: 'copy'; file: string; bytes: number }
  | { kind: 'log'; level: 'info' | 'warn' | 'error'; message: string; facts: Record<string, unknown> }
  | { kind: 'done'; notices: Problem[] }
  | { kind: 'failed'; problem: Problem | null; error: string }

/** Updates a library in the thread of `updateInThread`. */
export function serveUpdate(): void {
  const port = parentPort
  if (!port) throw new Error('This module is the thread of an update')
  const { dataFolder, steps, freeBytes, now }: UpdateInput = workerData
  const send = (message: UpdateMessage): void => port.postMessage(message, [])
  const logAt =
    (level: 'info' | 'warn' | 'error'): Log[typeof level] =>
    (message, facts = {}) =>
      send({ kind: 'log', level, message, facts })
  try {
    const notices = updateStudioDatabase({
      dataFolder,
      steps,
      clock: { now: () => now },
      freeBytes: () => freeBytes,
      log: { info: logAt('info'), warn: logAt('warn'), error: logAt('error') },
      onUpdate: (update) => send({ kind: 'update', update }),
      onBackupStart: (file, bytes) => send({ kind: 'copy', file, bytes }),
    })
    send({ kind: 'done', notices })
  } catch (error) {
    const problem = error instanceof StudioError ? error.problem : null
    send({ kind: 'failed', problem, error: error instanceof Error ? error.message : String(error) })
  }
}
