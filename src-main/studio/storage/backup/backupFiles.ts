import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../database/Database.ts'
import { syncAndRename } from '../files/durableFiles.ts'

/** A time as text for file names: sorts by age and contains no character that a file system rejects. */
export const fileTimestamp = (ms: number): string =>
  new Date(ms).toISOString().slice(0, 19).replaceAll(':', '-')

const BACKUP_NAME = /^easel-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)(-before-\d+)?\.db$/

/** A complete copy of the database. */
export interface BackupFile {
  path: string
  name: string
  takenAt: number
  /** Taken before a migration; not part of the daily rotation. */
  isBeforeMigration: boolean
}

/** A backup dated further in the future than this was made while the clock was wrong. */
const MAX_CLOCK_ERROR_MS = 86_400_000

/** The complete backups in a folder, as `selectBackups` returns them. */
export const listBackups = (folder: string, now: number): BackupFile[] =>
  selectBackups(folder, readdirSync(folder), now)

/** The complete backups among the names in a folder, newest first. Those dated in the future come last, because their age is unknown. */
export function selectBackups(folder: string, names: readonly string[], now: number): BackupFile[] {
  const files = names.flatMap((file) => {
    const match = BACKUP_NAME.exec(file)
    if (!match) return []
    const takenAt = Date.parse(`${match[1]}T${match[2]}:${match[3]}:${match[4]}Z`)
    return [{ path: join(folder, file), name: file, takenAt, isBeforeMigration: match[5] !== undefined }]
  })
  const futureRank = ({ takenAt }: BackupFile): number => Number(takenAt > now + MAX_CLOCK_ERROR_MS)
  return files.sort((a, b) => futureRank(a) - futureRank(b) || b.name.localeCompare(a.name, 'en'))
}

/** Deletes copies that a crash left unfinished. */
export function removeUnfinishedBackups(folder: string): void {
  const unfinished = readdirSync(folder).filter((file) => /^easel-.*\.db\.part(-\w+)?$/.test(file))
  for (const file of unfinished) rmSync(join(folder, file), { force: true })
}

/** Makes a compact copy of the database synchronously and returns its path. `onStart` gets the path of the growing file. */
export function backUpBeforeMigration(
  database: Database,
  folder: string,
  fromVersion: number,
  now: number,
  onStart: (file: string) => void,
): string {
  const path = join(folder, `easel-${fileTimestamp(now)}-before-${fromVersion + 1}.db`)
  rmSync(`${path}.part`, { force: true })
  onStart(`${path}.part`)
  database.run('VACUUM INTO ?', `${path}.part`)
  syncAndRename(`${path}.part`, path)
  return path
}
