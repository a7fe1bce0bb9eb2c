import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../database/Database.ts'
import { syncAndRename } from '../files/durableFiles.ts'

/** A time for file names: sorts by age and contains no character that a file system rejects. */
export const fileStamp = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replaceAll(':', '-')

const name = /^easel-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)(-before-\d+)?\.db$/

export interface BackupFile {
  path: string
  name: string
  takenAt: number
  /** Taken before a migration; not part of the daily rotation. */
  beforeMigration: boolean
}

/** A backup further in the future than this was made with a wrong clock. */
const DAY_MS = 86_400_000

/** The complete backups, newest first. Those dated in the future come last, because their age is unknown. */
export function backupFiles(folder: string, now: number): BackupFile[] {
  const files = readdirSync(folder).flatMap((file) => {
    const found = name.exec(file)
    if (!found) return []
    const takenAt = Date.parse(`${found[1]}T${found[2]}:${found[3]}:${found[4]}Z`)
    return [{ path: join(folder, file), name: file, takenAt, beforeMigration: found[5] !== undefined }]
  })
  const isAhead = ({ takenAt }: BackupFile): number => Number(takenAt > now + DAY_MS)
  return files.sort((a, b) => isAhead(a) - isAhead(b) || b.name.localeCompare(a.name, 'en'))
}

/** Deletes copies that a crash left unfinished. */
export function removeUnfinished(folder: string): void {
  const unfinished = readdirSync(folder).filter((file) => /^easel-.*\.db\.part(-\w+)?$/.test(file))
  for (const file of unfinished) rmSync(join(folder, file), { force: true })
}

/** Makes a compact copy of the database synchronously and deletes older ones of its kind. `onBegin` gets the path of the growing file. */
export function backUpBeforeMigration(
  database: Database,
  folder: string,
  from: number,
  now: number,
  onBegin: (file: string) => void,
): void {
  const path = join(folder, `easel-${fileStamp(now)}-before-${from + 1}.db`)
  rmSync(`${path}.part`, { force: true })
  onBegin(`${path}.part`)
  database.run('VACUUM INTO ?', `${path}.part`)
  syncAndRename(`${path}.part`, path)
  const older = backupFiles(folder, now).filter((file) => file.beforeMigration && file.path !== path)
  for (const file of older) rmSync(file.path, { force: true })
}
