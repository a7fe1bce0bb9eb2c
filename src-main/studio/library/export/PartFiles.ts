import { lstat, readdir, readFile, rm, stat } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { makeFolderDurably, writeFileDurably } from '../../storage/files/durableFiles.ts'
import { systemErrorCode } from '../../storage/files/storageError.ts'
import type { Log } from '../../world.ts'

/** The folder of an incomplete file, and the name in it that an empty file may reserve. */
interface Place {
  folder: string
  name: string | null
}

interface Dependencies {
  /** Folder of the records: one file for each incomplete file, with its id as name and its place as content. */
  records: string
  uuid: () => string
  log: Log
}

/** The place for an incomplete file of an export. */
export interface ReservedPartFile {
  path: string
  /**
   * Records a name in the same folder. Call it before an empty file reserves that name, so that it is removed too if it stays empty; with
   * null when the complete file has the name.
   */
  recordName: (name: string | null) => Promise<void>
  /** Removes the file, if it is still there. Call it at the end of the export. */
  release: () => Promise<void>
}

/** Incomplete files in the user's folders. They are recorded until they are gone, so that the next start removes those that a crash left. */
export class PartFiles {
  readonly #dependencies: Dependencies
  readonly #inUse = new Set<string>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Chooses a name for an incomplete file in one of the user's folders. The caller creates the file. */
  async reserve(folder: string): Promise<ReservedPartFile> {
    const id = this.#dependencies.uuid()
    this.#inUse.add(id)
    let place: Place = { folder, name: null }
    await this.#record(id, place)
    return {
      path: partPath(folder, id),
      recordName: async (name) => {
        place = { folder, name }
        await this.#record(id, place)
      },
      release: async () => {
        await this.#remove(id, place)
        this.#inUse.delete(id)
      },
    }
  }

  /** Removes what a crash left. Files on a disconnected disk are left to a later start. */
  async removeLeftovers(): Promise<void> {
    const { records } = this.#dependencies
    const ids = await readdir(records).catch(() => [])
    // A record has a name that ends in `.part` until it is complete.
    for (const id of ids.filter((name) => !this.#inUse.has(name.replace(/\.part$/, '')))) {
      const record = await readFile(join(records, id), 'utf8').catch(() => null)
      if (record !== null) await this.#remove(id, parsePlace(record))
    }
  }

  /** An export continues without a record, because its target may have space even if the disk of the library is full. */
  async #record(id: string, place: Place): Promise<void> {
    const { records, log } = this.#dependencies
    try {
      await makeFolderDurably(records)
      await writeFileDurably(join(records, id), formatPlace(place))
    } catch (error) {
      log.warn('Could not record an incomplete export file', { cause: systemErrorCode(error) })
    }
  }

  /** Never rejects: the next start tries again to remove what is left. */
  async #remove(id: string, { folder, name }: Place): Promise<void> {
    const { records, log } = this.#dependencies
    try {
      // A crash may have left the record empty.
      if (isAbsolute(folder)) {
        await stat(folder)
        await rm(partPath(folder, id), { force: true })
        if (name !== null) await removeIfEmpty(join(folder, name))
      }
      await rm(join(records, id), { force: true })
    } catch (error) {
      log.warn('Could not remove an incomplete export file', { cause: systemErrorCode(error) })
    }
  }
}

const partPath = (folder: string, id: string): string => join(folder, `.easel-${id}.part`)

/** No path contains a null character. */
const formatPlace = ({ folder, name }: Place): string => (name === null ? folder : `${folder}\0${name}`)

function parsePlace(record: string): Place {
  const [folder = '', name = null] = record.split('\0')
  return { folder, name }
}

async function removeIfEmpty(path: string): Promise<void> {
  const found = await lstat(path).catch(() => null)
  if (found?.isFile() && found.size === 0) await rm(path, { force: true })
}
