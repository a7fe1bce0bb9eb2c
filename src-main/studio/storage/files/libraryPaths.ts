import { join } from 'node:path'
import { makeFolder } from './folders.ts'

/** Paths inside the data folder. */
export interface LibraryPaths {
  database: string
  backups: string
  /** The journal of accepted jobs. */
  journal: string
  /** Results, under `YYYY/MM/`. */
  library: string
  thumbs: string
  /** Input files, under `ab/<sha256>`. */
  inputs: string
  /** Complete results that belong to no job. Created when there is one. */
  found: string
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
