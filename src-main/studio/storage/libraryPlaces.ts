import { join } from 'node:path'
import { makeFolder } from './makeFolder.ts'

/** Where things are inside the data folder. */
export interface LibraryPlaces {
  database: string
  backups: string
  /** The journal of accepted jobs. */
  journal: string
  /** Results, under `YYYY/MM/`. */
  library: string
  thumbs: string
  /** Files taken in, under `ab/<sha256>`. */
  inputs: string
  /** Finished results that belong to no job; made when there is one. */
  found: string
}

/** Names the places of a data folder and makes its folders, for this user alone. */
export function libraryPlaces(dataFolder: string): LibraryPlaces {
  const places = {
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
    places.backups,
    places.journal,
    places.library,
    places.thumbs,
    places.inputs,
  ]) {
    makeFolder(folder)
  }
  return places
}
