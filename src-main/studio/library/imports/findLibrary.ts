import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { listBackups } from '../../storage/backup/backupFiles.ts'
import { BACKUP_FILE, DATABASE } from '../../storage/files/libraryFolder.ts'

/** A folder with a library or a backup of one. */
export interface FoundLibrary {
  folder: string
  /** Its database. For a backup, the copies of the database, newest first. */
  databases: string[]
}

const BACKUPS = 'backups'

/** The library or the backup in a folder; null if it has none. A library is recognized by its database, a backup by copies of one. */
export async function findLibrary(folder: string, now: number): Promise<FoundLibrary | null> {
  const database = join(folder, DATABASE)
  if (await isFile(database)) return { folder, databases: [database] }
  const backups = join(folder, BACKUPS)
  if (!(await hasBackups(backups))) return null
  return { folder, databases: listBackups(backups, now).map(({ path }) => path) }
}

/** Whether two paths lead to the same file, even through links or another mount. */
export async function isSameFile(a: string, b: string): Promise<boolean> {
  const [first, second] = await Promise.all(
    [a, b].map((path) => stat(path, { bigint: true }).catch(() => null)),
  )
  return !!first && !!second && first.dev === second.dev && first.ino === second.ino
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  )

const hasBackups = (folder: string): Promise<boolean> =>
  readdir(folder).then(
    (names) => names.some((name) => BACKUP_FILE.test(name)) && listBackups(folder, 0).length > 0,
    () => false,
  )
