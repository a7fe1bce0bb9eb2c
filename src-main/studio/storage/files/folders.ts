import { mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readdir, stat } from 'node:fs/promises'

/** Paths inside the data folder. */
export interface LibraryPaths {
  database: string
  backups: string
  /** The journal of accepted jobs. */
  journal: string
  /** Results, under `YYYY/MM/`. */
  library: string
  /** Thumbnails of assets. */
  thumbs: string
  /** Input files, under `ab/<sha256>`. */
  inputs: string
  /** Complete results that belong to no job. Created when there is one. */
  found: string
  /** Incomplete files of exports. Created when there is one. */
  unfinishedExports: string
  /** Copies of the databases of other libraries during an import. Created when there is one. */
  unfinishedImports: string
}

/** Returns the paths of a data folder and creates its folders, accessible only to the current user. */
export function prepareLibraryPaths(dataFolder: string): LibraryPaths {
  const paths = {
    database: join(dataFolder, 'easel.db'),
    backups: join(dataFolder, 'backups'),
    journal: join(dataFolder, 'journal'),
    library: join(dataFolder, 'library'),
    thumbs: join(dataFolder, 'thumbs'),
    inputs: join(dataFolder, 'inputs'),
    found: join(dataFolder, 'found'),
    unfinishedExports: join(dataFolder, 'unfinished-exports'),
    unfinishedImports: join(dataFolder, 'unfinished-imports'),
  }
  for (const folder of [
    dataFolder,
    paths.backups,
    paths.journal,
    paths.library,
    paths.thumbs,
    paths.inputs,
  ]) {
    makeFolder(folder)
  }
  return paths
}

/**
 * Creates a folder and any missing parents, accessible only to the current user. Works one level at a time, because mkdir's
 * `recursive` option never returns on file systems such as /proc that report an existing parent as missing.
 */
export function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  const parent = dirname(folder)
  if (parent !== folder) makeFolder(parent)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

/** Which names of a folder are listed. */
export interface ListNamesRequest {
  /** Absolute path. */
  folder: string
  pattern: RegExp
  /** Leaves out each name for which the folder also contains the name with this suffix. */
  siblingSuffix?: string
}

/** Lists the names in a folder that match; none if it can't be read. Run it in a worker if the folder may have very many files. */
export async function listNames({ folder, pattern, siblingSuffix }: ListNamesRequest): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  const present = new Set(siblingSuffix === undefined ? [] : names)
  return names.filter((name) => pattern.test(name) && !present.has(`${name}${siblingSuffix}`))
}

/** Files whose sizes are read at the same time. */
const CONCURRENT = 32

/** The number and total size of the files in folders, without their subfolders. Run it in a worker if there may be very many. */
export async function measureFolders(folders: readonly string[]): Promise<{ files: number; bytes: number }> {
  const total = { files: 0, bytes: 0 }
  for (const folder of folders) {
    const { files, bytes } = await measureFolder(folder)
    total.files += files
    total.bytes += bytes
  }
  return total
}

async function measureFolder(folder: string): Promise<{ files: number; bytes: number }> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  let [files, bytes] = [0, 0]
  for (let start = 0; start < names.length; start += CONCURRENT) {
    const slice = names.slice(start, start + CONCURRENT)
    const sizes = await Promise.all(
      slice.map((name) =>
        stat(join(folder, name)).then(
          ({ size }) => size,
          () => null,
        ),
      ),
    )
    for (const size of sizes) {
      if (size === null) continue
      files++
      bytes += size
    }
  }
  return { files, bytes }
}
