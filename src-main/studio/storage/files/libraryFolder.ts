import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Marks a folder as a backup, with its date and version. */
export const BACKUP_MARKER = 'easel-backup.json'
/** A marker in the new folder of a library that is being copied or moved (`TargetMarker`). */
export const TARGET_MARKER = 'easel-unfinished.json'
/** A marker in the old folder of a library that is being moved (`SourceMarker`). */
export const SOURCE_MARKER = 'easel-moving.json'

/** The file names of the database and of its backups. */
export const DATABASE = 'easel.db'
export const BACKUP_FILE = /^easel-.*\.db$/
/** Files and folders that Easel puts into a data folder. */
const OWN_NAMES: ReadonlySet<string> = new Set([
  'backups',
  'browser-name',
  'exports',
  'found',
  'inputs',
  'journal',
  'library',
  'logs',
  'operations.json',
  'sandbox',
  'thumbs',
  'unfinished-exports',
  'unfinished-imports',
  'window',
  BACKUP_MARKER,
])
const OWN_FILES = /^easel(-damaged-[^/]*)?\.db(-wal|-shm|-journal|\.damaged|\.unchecked|\.part.*)?$/
/** What operating systems put into otherwise empty folders. */
const SYSTEM_NAMES: ReadonlySet<string> = new Set([
  'lost+found',
  'desktop.ini',
  'Thumbs.db',
  'System Volume Information',
  '$RECYCLE.BIN',
])

/** Whether a file or folder in a data folder belongs to the library, and moves with it. The lock and the markers don't. */
export const isOwnName = (name: string): boolean => OWN_NAMES.has(name) || OWN_FILES.test(name)

/** What a folder contains. `unfinished`: a library or a backup that is being copied to it. */
export type FolderContent = 'missing' | 'empty' | 'library' | 'backup' | 'unfinished' | 'other'

/** What was read of a folder: its names, those in `backups`, and its marker; null for what can't be read. */
interface FolderFacts {
  names: string[]
  backups: string[] | null
  marker: TargetMarker | null
}

/** Finds out what a folder contains. One that can't be read counts as missing. */
export function describeFolder(folder: string): FolderContent {
  const names = readNames(folder)
  if (names === null) return 'missing'
  return contentOf({
    names,
    backups: readNames(join(folder, 'backups')),
    marker: readTargetMarker(folder),
  })
}

/** As `describeFolder`, but doesn't block the thread while the disk doesn't respond. Never rejects. */
export async function readFolderContent(folder: string): Promise<FolderContent> {
  const list = (path: string) => readdir(path).catch(() => null)
  // One after another, so that a folder that doesn't respond occupies only one of the threads that read files.
  const names = await list(folder)
  if (names === null) return 'missing'
  const backups = await list(join(folder, 'backups'))
  const file = join(folder, TARGET_MARKER)
  const size = names.includes(TARGET_MARKER)
    ? await stat(file).then(
        (found) => found.size,
        () => null,
      )
    : null
  const text = size === null || size > MAX_BYTES ? '' : await readFile(file, 'utf8').catch(() => '')
  return contentOf({ names, backups, marker: parseTargetMarker(parseObject(text)) })
}

function contentOf({ names, backups, marker }: FolderFacts): FolderContent {
  if (marker !== null && marker.kind !== 'moved') return 'unfinished'
  if (names.includes(DATABASE)) return 'library'
  if (backups?.some((name) => BACKUP_FILE.test(name)))
    return names.includes(BACKUP_MARKER) ? 'backup' : 'library'
  return names.every((name) => name.startsWith('.') || SYSTEM_NAMES.has(name)) ? 'empty' : 'other'
}

/** The names in a folder; null if it can't be read. */
function readNames(folder: string): string[] | null {
  try {
    return readdirSync(folder)
  } catch {
    return null
  }
}

/**
 * `restore` and `move`: the library in `from` is being copied or renamed to this folder, which can't be opened yet. `moved`: it is complete, and
 * files in `from` are left to delete.
 */
export interface TargetMarker {
  kind: 'restore' | 'move' | 'moved'
  from: string
}

/** The library in this folder is being moved to the folder `to`. */
export interface SourceMarker {
  to: string
  /** Whether files are renamed, because both folders are on the same file system, or copied. */
  by: 'rename' | 'copy'
  /** Whether the library in `to` is complete and is the one to open. */
  isComplete: boolean
  /** Files that couldn't be read, as paths in the data folder with slashes. They stay in the old folder. */
  left: string[]
}

/** The JSON files of Easel have a few kilobytes; a larger one isn't Easel's. */
const MAX_BYTES = 1 << 20

/** Null if there is none, or none that can be read. */
export const readTargetMarker = (folder: string): TargetMarker | null =>
  parseTargetMarker(readObject(join(folder, TARGET_MARKER)))

function parseTargetMarker({ kind, from }: Record<string, unknown>): TargetMarker | null {
  if ((kind !== 'restore' && kind !== 'move' && kind !== 'moved') || typeof from !== 'string') return null
  return { kind, from }
}

/** Null if there is none, or none that can be read. */
export function readSourceMarker(folder: string): SourceMarker | null {
  const { to, by, isComplete, left } = readObject(join(folder, SOURCE_MARKER))
  if (typeof to !== 'string' || (by !== 'rename' && by !== 'copy') || typeof isComplete !== 'boolean')
    return null
  const files: unknown[] = Array.isArray(left) ? left : []
  return { to, by, isComplete, left: files.filter((file) => typeof file === 'string') }
}

/** The object in a small JSON file; an empty one if there is none. Checked by hand, because a schema library would delay the window. */
export function readObject(file: string): Record<string, unknown> {
  try {
    if (!existsSync(file) || statSync(file).size > MAX_BYTES) return {}
    return parseObject(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? Object.fromEntries(Object.entries(parsed)) : {}
  } catch {
    return {}
  }
}
