import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, type Stats } from 'node:fs'
import { open, readdir, realpath, rename, rm, stat, utimes } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { libraryErrors, StudioError } from '../../../../src-preload/contract/errors.ts'
import { fileTimestamp, listBackups } from '../../storage/backup/backupFiles.ts'
import type { Database } from '../../storage/database/Database.ts'
import { fsyncFolder, syncAndRename, writeFileDurably } from '../../storage/files/durableFiles.ts'
import { makeFolder } from '../../storage/files/folders.ts'
import { isDiskFull, toStorageError } from '../../storage/files/storageError.ts'
import { hashFileWith } from './checkFiles.ts'
import type { MaintenanceRun } from './MaintenanceRun.ts'

/** The folder of a backup inside a chosen folder that has other files. */
export const BACKUP_FOLDER = 'Easel backup'
/** Says that a folder is a backup, with its date and version. Written last. */
const MARKER = 'easel-backup.json'
const OVERRIDES = 'operations.json'
/** What a backup contains. A folder with anything else, such as another library, is left as it is. */
const CONTENT: ReadonlySet<string> = new Set([
  MARKER,
  `${MARKER}.part`,
  'backups',
  'found',
  'inputs',
  'journal',
  'library',
  OVERRIDES,
])
/** The copies of the database that a backup keeps. */
const MAX_DATABASES = 3

interface Dependencies {
  database: Database
  dataFolder: string
  version: string
  now: number
}

/** The folder that a backup goes to: the chosen one if it is empty or a backup, otherwise a folder in it. @throws StudioError `backup_folder`, `disk_failed`. */
export async function chooseBackupFolder(chosen: string, dataFolder: string): Promise<string> {
  const [folder, library] = await Promise.all([realpath(chosen), realpath(dataFolder)]).catch(
    (error: unknown) => {
      throw toStorageError(error, chosen)
    },
  )
  const isInside = (inner: string, outer: string): boolean => `${inner}${sep}`.startsWith(`${outer}${sep}`)
  if (isInside(folder, library) || isInside(library, folder))
    throw new StudioError({ code: libraryErrors.backupFolder, money: 'none' })
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.'))
  return names.every((name) => CONTENT.has(name)) ? folder : join(folder, BACKUP_FOLDER)
}

/**
 * Copies the whole library to a folder that Easel can open as a library. Files that the backup already has are skipped, so that a stopped
 * backup continues where it was. Each copy gets its name only once it was read back. The database gets its name last, so that an
 * incomplete backup still has its earlier one. Nothing is deleted from a backup but older copies of the database.
 */
export async function backUpLibrary(
  run: MaintenanceRun,
  target: string,
  { database, dataFolder, version, now }: Dependencies,
): Promise<void> {
  const backups = join(target, 'backups')
  const databaseFile = join(backups, `easel-${fileTimestamp(now)}.db`)
  try {
    makeFolder(backups)
    await database.backupTo(`${databaseFile}.part`, run.signal)
    const folders = [
      ...(await listTree(dataFolder, 'library', 2)),
      ...(await listTree(dataFolder, 'inputs', 1)),
      ...(await listTree(dataFolder, 'found', 0)),
      ...(await listTree(dataFolder, 'journal', 0)),
    ]
    let files = 0
    for (const folder of folders) files += (await listFiles(join(dataFolder, folder))).length
    run.setTotals({ files, bytes: 0 })
    const findHash = (folder: string, name: string): string | null => {
      const [root, ...rest] = folder.split('/')
      if (root !== 'library' && root !== 'inputs') return null
      const row = database.get(
        `SELECT sha256 FROM assets WHERE path = ? AND (role = 'input') = ?`,
        [...rest, name].join('/'),
        Number(root === 'inputs'),
      )
      return row === undefined ? null : String(row['sha256'])
    }
    for (const folder of folders) {
      const to = join(target, ...folder.split('/'))
      makeFolder(to)
      for (const name of await listFiles(join(dataFolder, folder))) {
        run.signal.throwIfAborted()
        const path = `${folder}/${name}`
        await copyFile(run, join(dataFolder, folder, name), join(to, name), path, findHash(folder, name))
      }
      await fsyncFolder(to)
    }
    const overrides = join(dataFolder, OVERRIDES)
    if ((await stat(overrides).catch(() => null))?.isFile())
      await copyFile(run, overrides, join(target, OVERRIDES), OVERRIDES, null)
    run.signal.throwIfAborted()
    syncAndRename(`${databaseFile}.part`, databaseFile)
    for (const { path } of listBackups(backups, now).slice(MAX_DATABASES)) await rm(path, { force: true })
    await writeFileDurably(join(target, MARKER), `${JSON.stringify({ version, at: now }, null, 2)}\n`)
  } catch (error) {
    throw toStorageError(error, target)
  } finally {
    await rm(`${databaseFile}.part`, { force: true })
  }
}

/** The folders below one of the data folder, with the numbers of levels between it and its files; paths with slashes. */
async function listTree(dataFolder: string, root: string, levels: number): Promise<string[]> {
  let folders = [root]
  for (let level = 0; level < levels; level++) {
    const inner = folders.map(async (folder) => {
      const entries = await readdir(join(dataFolder, folder), { withFileTypes: true })
      return entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${folder}/${name}`)
    })
    folders = (await Promise.all(inner)).flat()
  }
  const exists = await Promise.all(
    folders.map((folder) =>
      stat(join(dataFolder, folder)).then(
        () => true,
        () => false,
      ),
    ),
  )
  return folders.filter((_, index) => exists[index])
}

/** The complete files of a folder. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.part')).map(({ name }) => name)
}

/** Copies a file unless the backup has it. A file that can't be copied, or isn't as it was saved, is listed and left out. */
async function copyFile(
  run: MaintenanceRun,
  from: string,
  to: string,
  file: string,
  savedHash: string | null,
): Promise<void> {
  const part = `${to}.part`
  const leaveOut = (state: 'missing' | 'changed' | 'failed'): void => {
    run.addProblem({ id: null, file, state, canFetchAgain: false })
    run.completeFile()
  }
  try {
    const source = await stat(from)
    const existing = await stat(to).catch(() => null)
    if (existing && isSameVersion(existing, source)) return run.skipFile()
    const sha256 = await copyStream(run, from, part)
    if (savedHash !== null && sha256 !== savedHash) return leaveOut('changed')
    if ((await hashFileWith(part, () => {}, run.signal)) !== sha256) return leaveOut('failed')
    await utimes(part, source.atime, source.mtime)
    await rename(part, to)
    run.completeFile()
  } catch (error) {
    run.signal.throwIfAborted()
    if (isDiskFull(error)) throw error
    leaveOut((await stat(from).catch(() => null)) === null ? 'missing' : 'failed')
  } finally {
    await rm(part, { force: true })
  }
}

/** Whether two files have the same size and time. Some file systems store whole seconds only, or every second one. */
function isSameVersion(copy: Stats, source: Stats): boolean {
  const tolerance = copy.mtimeMs % 1000 === 0 ? 2000 : 2
  return copy.size === source.size && Math.abs(copy.mtimeMs - source.mtimeMs) <= tolerance
}

/** Copies a file to the disk and returns its SHA-256 hash. */
async function copyStream(run: MaintenanceRun, from: string, to: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(
    createReadStream(from),
    async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        hash.update(chunk)
        run.addBytes(chunk.length)
        yield chunk
      }
    },
    createWriteStream(to, { mode: 0o600 }),
    { signal: run.signal },
  )
  const handle = await open(to, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
  return hash.digest('hex')
}
