import { rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readSchemaVersion } from '../database/checkDatabase.ts'
import type { Database } from '../database/Database.ts'
import { backUpBeforeMigration, listBackups } from './backupFiles.ts'
import { writeFileDurablySync } from '../files/durableFiles.ts'
import { readObject } from '../files/libraryFolder.ts'

/** In the folder of backups: the update that has begun and isn't known to be complete. */
const UPDATE_MARKER = 'updating.json'

/** An update that has begun. */
interface StartedUpdate {
  /** The schema version before the update. */
  from: number
  /** The name of the backup from before the update. */
  backup: string
}

/**
 * The backup from before an update of this database that was interrupted after a step; null if there is none. Before the first
 * step, an earlier version of Easel may still have used the library, so that its backup may be outdated.
 */
export function findUpdateBackup(folder: string, currentVersion: number): string | null {
  const started = readStartedUpdate(folder)
  return started && started.from < currentVersion && isIntactCopy(folder, started) ? started.backup : null
}

/** Backs up the database before the first step of an update. Other backups stay until the update is complete. */
export function startUpdate(
  database: Database,
  folder: string,
  from: number,
  now: number,
  onStart: (file: string) => void,
): void {
  const path = backUpBeforeMigration(database, folder, from, now, onStart)
  const started: StartedUpdate = { from, backup: basename(path) }
  writeFileDurablySync(join(folder, UPDATE_MARKER), JSON.stringify(started))
}

/**
 * Completes an update after its last step: deletes the backups from before earlier updates and returns the name of this update's backup.
 * Null if no update has happened since the last call. If a crash ends it early, the next start calls it again.
 */
export function completeUpdate(folder: string, currentVersion: number, now: number): string | null {
  const started = readStartedUpdate(folder)
  if (started === null) return null
  const isUpdated = started.from < currentVersion && isIntactCopy(folder, started)
  if (isUpdated) {
    const others = listBackups(folder, now).filter(
      (file) => file.isBeforeMigration && file.name !== started.backup,
    )
    for (const file of others) rmSync(file.path, { force: true })
  }
  rmSync(join(folder, UPDATE_MARKER), { force: true })
  return isUpdated ? started.backup : null
}

/** Null if there is none, or none that can be read. */
function readStartedUpdate(folder: string): StartedUpdate | null {
  const { from, backup } = readObject(join(folder, UPDATE_MARKER))
  const isName = typeof backup === 'string' && backup === basename(backup)
  return typeof from === 'number' && isName ? { from, backup } : null
}

/** Whether the backup is there, with the schema from before the update. */
function isIntactCopy(folder: string, { from, backup }: StartedUpdate): boolean {
  const file = join(folder, backup)
  try {
    return statSync(file).isFile() && readSchemaVersion(file) === from
  } catch {
    return false
  }
}
