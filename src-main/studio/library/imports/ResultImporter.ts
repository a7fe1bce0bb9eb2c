import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { importErrors, serviceErrors } from '../../../../src-preload/contract/errors.ts'
import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import { nonBillingError } from '../../../../src-preload/shared/StudioError.ts'
import { MAX_NOTE_LENGTH } from '../../../../src-preload/constraints/limits.ts'
import type { Database } from '../../storage/database/Database.ts'
import type { Clock } from '../../world.ts'
import { setSavedTime } from '../assets/FileState.ts'
import { resolveInside } from '../assets/resolveInside.ts'
import type { Sidecars } from '../assets/Sidecars.ts'
import type { StoredFile } from '../downloads/DownloadOutcome.ts'
import type { Downloads } from '../downloads/Downloads.ts'
import { cleanTitle } from '../inputs/displayName.ts'
import type { Library } from '../Library.ts'
import { insertParameters, keepIfAdded, requireStoredFile } from './FileImporter.ts'
import type { OtherResult } from './importQueries.ts'
import { findKnown, findResult, type Imported } from './knownResults.ts'
import { parseCollections, parseParameters, parseTags } from './parseOtherResult.ts'

interface Dependencies {
  database: Database
  library: Pick<Library, 'add' | 'findPath' | 'fileState' | 'restoreFile' | 'tags' | 'collections'>
  sidecars: Pick<Sidecars, 'write'>
  downloads: Pick<Downloads, 'saveCopy' | 'discard' | 'forget'>
  libraryFolder: string
  clock: Clock
}

/** Adds results of other libraries, with their dates, parameters, ratings, notes, tags and collections, but without jobs and prices. */
export class ResultImporter {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Adds a copy of a result of the library in `folder`, unless a result has the same content, whose lost file it then replaces.
   * @throws StudioError `import_file_missing`, `import_file_changed`, `disk_full` or `disk_failed`.
   */
  async import(folder: string, result: OtherResult, signal: AbortSignal): Promise<Imported> {
    const { database, sidecars, libraryFolder } = this.#dependencies
    const saveCopy = () => this.#saveCopy(folder, result, signal)
    const known = await findKnown(result.sha256, saveCopy, this.#dependencies)
    if (known) return known
    const file = await saveCopy()
    const imported = await keepIfAdded(file, this.#dependencies, async () => {
      if (file.sha256 !== result.sha256) throw nonBillingError(importErrors.fileChanged)
      // Another import may have added the same content meanwhile.
      const found = findResult(database, file.sha256)
      if (found) return found
      const { id, createdAt } = database.transaction(() => this.#add(file, result))
      return { id, isNew: true, isTrashed: false, isRestored: false, createdAt }
    })
    if (!('createdAt' in imported)) return imported
    const { createdAt, ...added } = imported
    // Not before it has its row: without one, `OrphanFiles` would ignore a file that is older than the database.
    await setSavedTime(join(libraryFolder, file.path), createdAt)
    await sidecars.write(added.id)
    return added
  }

  async #saveCopy(folder: string, result: OtherResult, signal: AbortSignal): Promise<StoredFile> {
    const path = resolveInside(join(folder, 'library'), result.path)
    const found = path === null ? null : await stat(path).catch(() => null)
    if (path === null || !found?.isFile()) throw nonBillingError(importErrors.fileMissing)
    const expect = result.kind === 'text' || result.kind === 'embedding' ? 'inline' : 'any'
    const options = { signal, expect, acceptTruncated: result.sha256 } as const
    const outcome = await this.#dependencies.downloads.saveCopy(path, options)
    // A copy that was complete before the import was cancelled is kept.
    if (outcome.kind !== 'file') signal.throwIfAborted()
    if (outcome.kind === 'failed' && outcome.problem.code === serviceErrors.resultDamaged)
      throw nonBillingError(importErrors.fileChanged)
    return requireStoredFile(outcome)
  }

  #add(file: StoredFile, result: OtherResult): Pick<Asset, 'id' | 'createdAt'> {
    const { database, library, clock } = this.#dependencies
    // An embedding is a text file; only its row states that it is one.
    const kind = file.kind === 'text' && result.kind === 'embedding' ? 'embedding' : file.kind
    return library.add({
      jobId: null,
      role: 'result',
      file: { ...file, kind },
      createdAt: Math.min(result.created_at, clock.now()),
      name: cleanTitle(result.name ?? result.title ?? ''),
      attach: (asset) => {
        const { starred_at: starredAt, rating, note, words, edited, dimension, vectors, mean } = result
        database.run(
          'UPDATE assets SET starred_at = ?, rating = ?, note = ? WHERE seq = ?',
          starredAt,
          rating,
          note.slice(0, MAX_NOTE_LENGTH),
          asset.seq,
        )
        insertParameters(database, asset.id, parseParameters(result))
        if (words !== null) database.run('INSERT INTO asset_texts VALUES (?, ?, ?)', asset.id, words, edited)
        if (kind === 'embedding' && dimension !== null && vectors !== null && mean?.length === 4 * dimension)
          database.run(
            'INSERT INTO asset_vectors (asset_id, dimension, vectors, mean) VALUES (?, ?, ?, ?)',
            asset.id,
            dimension,
            vectors,
            mean,
          )
        library.tags.attach(asset, parseTags(result))
        for (const { name, parent } of parseCollections(result))
          library.collections.addIfExists(library.collections.findOrCreate(name, parent), [asset.id])
      },
    })
  }
}
