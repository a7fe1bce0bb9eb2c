import { opendir, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { importErrors, inputErrors } from '../../../../src-preload/contract/errors.ts'
import {
  MAX_IMPORT_DEPTH,
  MAX_IMPORTED_FILES,
  TOO_DEEP,
  TOO_MANY_FILES,
} from '../../../../src-preload/shared/imports.ts'
import { systemErrorCode } from '../../storage/files/storageError.ts'
import type { Clock } from '../../world.ts'
import type { FileImporter } from './FileImporter.ts'
import { findLibrary } from './findLibrary.ts'
import type { ImportProgress } from './ImportProgress.ts'
import { compareNames } from '../../../../src-preload/shared/compareNames.ts'

interface Dependencies {
  importer: Pick<FileImporter, 'import'>
  /** The data folder, whose own files are left out. */
  dataFolder: string
  clock: Pick<Clock, 'now'>
}

/** Adds files, and those in folders and their subfolders, one after another. @throws if the only folder can't be read, or the disk is full. */
export async function importFiles(
  progress: ImportProgress,
  paths: readonly string[],
  { importer, dataFolder, clock }: Dependencies,
): Promise<void> {
  const { files, base } = await listFiles(progress, {
    paths: paths.map((path) => resolve(path)),
    dataFolder: resolve(dataFolder),
    isLibrary: async (folder) => (await findLibrary(folder, clock.now())) !== null,
  })
  progress.change({ state: 'running', files: files.length })
  for (const path of files)
    await progress.add(relative(base, path), () => importer.import(path, basename(path), progress.signal))
}

/**
 * Lists the files, sorted by path, up to the maximum number and depth. Files and folders beyond these limits are left out. Links in
 * folders, hidden files, sidecars of listed files, and libraries are not listed. `base`: the folder to which the displayed names are relative.
 */
async function listFiles(
  progress: ImportProgress,
  {
    paths,
    dataFolder,
    isLibrary,
  }: { paths: readonly string[]; dataFolder: string; isLibrary: (folder: string) => Promise<boolean> },
): Promise<{ files: string[]; base: string }> {
  const found: string[] = []
  /** Files after the maximum number. */
  let [firstExcess, excess] = ['', 0]
  const pending: { folder: string; depth: number }[] = []
  const first = paths[0] ?? ''
  let base = dirname(first)
  const leaveOut = (path: string, error: unknown): void => {
    const cause = systemErrorCode(error) ?? 'unknown'
    progress.leaveOut(relative(base, path), {
      code: inputErrors.fileMissing,
      money: 'none',
      params: { cause },
    })
  }
  const add = (path: string): void => {
    if (found.length < MAX_IMPORTED_FILES) found.push(path)
    else if (!isSidecarName(path) && excess++ === 0) firstExcess = path
  }
  for (const path of paths) {
    const isFile = await stat(path).then(
      (entry) => entry.isFile(),
      () => false,
    )
    if (isFile) add(path)
    else {
      pending.push({ folder: path, depth: 0 })
      if (paths.length === 1) base = path
    }
  }
  for (let next = pending.shift(); next; next = pending.shift()) {
    const { folder, depth } = next
    if (folder === dataFolder || folder.startsWith(dataFolder + sep)) continue
    // The thumbnails and inputs of a library are not to be imported, and its results are more than their files.
    if (await isLibrary(folder)) {
      progress.leaveOut(relative(base, folder), { code: importErrors.libraryAmongFiles, money: 'none' })
      continue
    }
    const entries = await opendir(folder).catch((error: unknown) => {
      // The chosen folder itself must be readable; unreadable folders in it are left out.
      if (folder === base) throw error
      leaveOut(folder, error)
      return null
    })
    for await (const entry of entries ?? []) {
      progress.signal.throwIfAborted()
      if (entry.name.startsWith('.')) continue
      const path = join(folder, entry.name)
      if (entry.isDirectory()) {
        if (depth < MAX_IMPORT_DEPTH) pending.push({ folder: path, depth: depth + 1 })
        else progress.leaveOut(relative(base, path), TOO_DEEP)
      } else if (entry.isFile()) add(path)
    }
    progress.change({ files: found.length })
  }
  if (excess > 0) progress.leaveOut(relative(base, firstExcess), TOO_MANY_FILES, excess)
  const names = new Set(found)
  const files = found.filter((path) => !names.has(path.replace(/\.json$/i, '')) || !isSidecarName(path))
  return { files: files.sort(compareNames), base }
}

const isSidecarName = (name: string): boolean => /\.json$/i.test(name)
