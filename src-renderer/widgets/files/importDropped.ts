import {
  MAX_IMPORT_DEPTH,
  MAX_IMPORTED_FILES,
  TOO_DEEP,
  TOO_MANY_FILES,
} from '../../../src-preload/shared/imports.ts'
import { StudioError } from '../../../src-preload/shared/StudioError.ts'
import { bridge } from '../../host/bridge.ts'
import { showProblem } from '../../host/problemOf.ts'
import {
  followImport,
  type ImportSource,
  importSources,
  refuseWhileImporting,
  type ListingCallbacks,
} from './importRun.ts'
import { compareNames } from '../../../src-preload/shared/compareNames.ts'

/** Files that identify a library or a backup of one. */
const LIBRARY_FILES: ReadonlySet<string> = new Set(['easel.db', 'easel-backup.json'])

/** What was dropped, read while the event is being handled. */
export interface Dropped {
  files: readonly File[]
  entries: readonly FileSystemEntry[]
}

/**
 * Imports dropped folders with their subfolders, and the files dropped with them. A desktop host reads them from the
 * disk; a browser uploads one file after another.
 */
export async function importDropped({ files, entries }: Dropped): Promise<void> {
  if (refuseWhileImporting()) return
  const { importDropped: importFromDisk } = bridge()
  if (!importFromDisk) {
    const [first] = entries
    const source = entries.length === 1 && first ? first.name : ''
    return importSources(source, (listing) => listSources(entries, listing))
  }
  try {
    const started = await importFromDisk(files)
    if (!started.ok) throw new StudioError(started.error)
    followImport(started.data)
  } catch (error) {
    showProblem(error)
  }
}

/** The files in dropped folders, sorted by path, without hidden files and the sidecars of other files. */
async function listSources(
  entries: readonly FileSystemEntry[],
  { onFound, leaveOut, isCancelled }: ListingCallbacks,
): Promise<ImportSource[]> {
  const found = new Map<string, FileSystemFileEntry>()
  /** Files after the maximum number. */
  let [firstExcess, excess] = ['', 0]
  // Paths in a single folder are relative to it.
  const isSingle = entries.length === 1
  const pending = entries.map((entry) => ({ entry, path: isSingle ? '' : entry.name, depth: 0 }))
  for (let next = pending.shift(); next && !isCancelled(); next = pending.shift()) {
    const { entry, path, depth } = next
    if (isFile(entry)) {
      if (found.size < MAX_IMPORTED_FILES) found.set(path, entry)
      else if (!isSidecarName(path) && excess++ === 0) firstExcess = path
    }
    if (!isFolder(entry)) continue
    if (depth > MAX_IMPORT_DEPTH) {
      leaveOut(path, new StudioError(TOO_DEEP))
      continue
    }
    try {
      const content = await readAll(entry)
      if (content.some(({ name }) => LIBRARY_FILES.has(name))) {
        if (isSingle && depth === 0) throw NEEDS_DESKTOP
        leaveOut(path, NEEDS_DESKTOP)
        continue
      }
      for (const inner of content) {
        if (!inner.name.startsWith('.'))
          pending.push({
            entry: inner,
            path: path === '' ? inner.name : `${path}/${inner.name}`,
            depth: depth + 1,
          })
      }
    } catch (error) {
      if (error === NEEDS_DESKTOP) throw error
      if (path === '') throw FILE_MISSING
      leaveOut(path, FILE_MISSING)
    }
    onFound(found.size)
  }
  if (excess > 0) leaveOut(firstExcess, new StudioError(TOO_MANY_FILES), excess)
  return [...found]
    .filter(([path]) => !isSidecarName(path) || !found.has(path.replace(/\.json$/i, '')))
    .toSorted(([a], [b]) => compareNames(a, b))
    .map(([name, entry]) => ({ name, open: () => openFile(entry) }))
}

const NEEDS_DESKTOP = new StudioError({ code: 'import_needs_desktop', money: 'none' })
const FILE_MISSING = new StudioError({ code: 'file_missing', money: 'none' })

const isSidecarName = (path: string): boolean => /\.json$/i.test(path)
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/** All entries of a folder; `readEntries` returns only some of them per call. */
async function readAll(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return all
    all.push(...some)
  }
}

const openFile = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise<File>((resolve, reject) => entry.file(resolve, () => reject(FILE_MISSING)))
