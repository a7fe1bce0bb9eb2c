import { copyFileSync, rmSync } from 'node:fs'
import { serviceErrors } from '../../../../src-preload/contract/errors.ts'
import type { Log } from '../../world.ts'
import { listBackups, type BackupFile } from './backupFiles.ts'
import { checkDatabase } from '../database/checkDatabase.ts'
import { Database } from '../database/Database.ts'
import { migrate } from '../update/migrate.ts'
import type { Migration } from '../migrations/index.ts'
import { ALL_TIME, QUARTER_HOUR_MS } from '../database/spendQuarters.ts'
import { isDiskFull, sqliteErrorKind } from '../files/storageError.ts'

/**
 * The row of `library_marks` that exists until the journal of accepted jobs has been compared with the restored
 * database.
 */
export const JOURNAL_UNREAD = 'journal_unread'

/** Key in `library_marks` of a time in milliseconds. Result files without a row that were changed before it are ignored. */
export const FILES_KNOWN_SINCE = 'files_known_since'

/**
 * Copies the newest intact backup to `tempPath` and makes it ready to use; null if there is none. Throws if backups can't be copied and no
 * older one is intact.
 */
export function restoreBackup(
  folder: string,
  tempPath: string,
  steps: readonly Migration[],
  now: number,
  log: Log,
): BackupFile | null {
  let copyError: unknown
  for (const backup of listBackups(folder, now)) {
    try {
      copyFileSync(backup.path, tempPath)
    } catch (error) {
      if (isDiskFull(error)) throw error
      // Only this file may be unreadable, and an older backup is better than none.
      log.warn('A backup could not be copied', { backup: backup.name, error: String(error) })
      copyError ??= error
      continue
    }
    try {
      prepareBackup(tempPath, steps, now)
      return backup
    } catch (error) {
      for (const suffix of ['', '-wal', '-shm']) rmSync(tempPath + suffix, { force: true })
      // A full or failing disk is no reason to skip an intact backup.
      if (sqliteErrorKind(error) !== 'damaged') throw error
      log.warn('A backup is damaged too', { backup: backup.name, error: String(error) })
    }
  }
  if (copyError !== undefined) throw copyError
  return null
}

function prepareBackup(tempPath: string, steps: readonly Migration[], now: number): void {
  const database = new Database(tempPath)
  try {
    checkDatabase(database)
    migrate(database, steps, () => {})
    database.transaction(() => {
      markUnsentUncertain(database, now)
      database.run('INSERT OR REPLACE INTO library_marks (name, value) VALUES (?, 1)', JOURNAL_UNREAD)
      // The existing files may belong to rows that the backup lacks.
      const ignoreFiles = 'UPDATE library_marks SET value = unixepoch() * 1000 WHERE name = ?'
      database.run(ignoreFiles, FILES_KNOWN_SINCE)
    })
  } finally {
    database.close()
  }
}

/** Marks jobs that were queued or being sent in the backup as uncertain, so that they aren't resent: they may have been sent since. */
function markUnsentUncertain(database: Database, now: number): void {
  const problem = JSON.stringify({ code: serviceErrors.interrupted, money: 'unknown' })
  database.transaction(() => {
    database.run(
      `INSERT INTO ledger (job_id, entry, amount, at)
         SELECT id, 'uncertain', coalesce(price, 0), ? FROM jobs WHERE state IN ('queued', 'sending')`,
      now,
    )
    database.run(
      `UPDATE jobs SET state = 'uncertain', problem = ?, waits_until = NULL WHERE state IN ('queued', 'sending')`,
      problem,
    )
    // All reserved amounts belong to these jobs and now count as used.
    for (const [quarter, condition] of [
      [ALL_TIME, ''],
      [Math.floor(now / QUARTER_HOUR_MS), "AND scope NOT LIKE 'batch:%'"],
    ] as const)
      database.run(
        `INSERT INTO spend_sums (scope, kind, quarter, amount)
           SELECT scope, 'used', ?, amount FROM spend_sums WHERE kind = 'unsent' AND amount > 0 ${condition}
           ON CONFLICT (scope, kind, quarter) DO UPDATE SET amount = amount + excluded.amount`,
        quarter,
      )
    database.run("UPDATE spend_sums SET amount = 0 WHERE kind = 'unsent'")
  })
}
