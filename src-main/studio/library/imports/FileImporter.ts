import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inputErrors, serviceErrors } from '../../../../src-preload/contract/errors.ts'
import { decodeText } from '../../../../src-preload/shared/encoding/decodeText.ts'
import { StudioError, nonBillingError } from '../../../../src-preload/shared/StudioError.ts'
import type { FoundParameters } from '../../../../src-preload/contract/types/foundParameters.ts'
import type { Database } from '../../storage/database/Database.ts'
import { systemErrorCode } from '../../storage/files/storageError.ts'
import type { Clock } from '../../world.ts'
import type { Sidecars } from '../assets/Sidecars.ts'
import { hashFile } from '../assets/hashFile.ts'
import type { DownloadOutcome, StoredFile } from '../downloads/DownloadOutcome.ts'
import { MAX_COPY_BYTES, type Downloads } from '../downloads/Downloads.ts'
import { HEAD_BYTES } from '../downloads/formats/identifyFile.ts'
import { openFileSource } from '../downloads/formats/openFileSource.ts'
import { sniffFormat } from '../downloads/formats/sniffFormat.ts'
import { inspectFile } from '../downloads/inspectFile.ts'
import { toDisplayName } from '../inputs/displayName.ts'
import { damagedInputError, unknownInputError } from '../inputs/Inputs.ts'
import type { Library } from '../Library.ts'
import type { FileParameters } from '../metadata/FileParameters.ts'
import { findKnown, findResult, type Imported } from './knownResults.ts'

/** A longer sidecar is ignored. */
const MAX_SIDECAR_BYTES = 1_000_000

interface Dependencies {
  database: Database
  library: Pick<Library, 'add' | 'findPath' | 'fileState' | 'restoreFile'>
  sidecars: Pick<Sidecars, 'write'>
  downloads: Pick<Downloads, 'saveCopy' | 'discard' | 'forget'>
  parameters: Pick<FileParameters, 'readFile' | 'read'>
  libraryFolder: string
  clock: Clock
}

/** Adds copies of the user's files to the results. They have no job, no price and no digital source type. */
export class FileImporter {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Adds a copy of a file, unless a result has the same content, whose lost file it then replaces. The file itself is not changed.
   * @throws StudioError with a code of `inputErrors`, `import_file_changed`, `disk_full` or `disk_failed`.
   */
  async import(path: string, name: string, signal?: AbortSignal): Promise<Imported> {
    await requireMedia(path)
    const hash = await hashFile(path).catch((error: unknown) => {
      throw fileMissing(error)
    })
    const { database, downloads, libraryFolder, parameters, sidecars } = this.#dependencies
    const options = { ...(signal && { signal }) }
    const saveKnown = async () =>
      requireStoredFile(await downloads.saveCopy(path, { ...options, expect: 'any', acceptTruncated: hash }))
    const known = await findKnown(hash, saveKnown, this.#dependencies)
    if (known) return known
    const file = requireStoredFile(await downloads.saveCopy(path, options))
    const imported = await keepIfAdded(file, this.#dependencies, async () => {
      if (file.kind !== 'image' && file.kind !== 'video' && file.kind !== 'audio')
        throw unknownInputError(file.format)
      const found =
        (await parameters.readFile(join(libraryFolder, file.path))) ??
        (await this.#readSidecar(`${path}.json`))
      // Another import may have added the same content meanwhile, or the file may have changed after it was hashed.
      return (
        findResult(database, file.sha256) ?? {
          id: this.#add(file, name, found),
          isNew: true,
          isTrashed: false,
          isRestored: false,
        }
      )
    })
    if (imported.isNew) void sidecars.write(imported.id)
    return imported
  }

  #add(file: StoredFile, name: string, found: FoundParameters | null): string {
    const { database, library, clock } = this.#dependencies
    const { id } = database.transaction(() =>
      library.add({
        jobId: null,
        role: 'result',
        file,
        createdAt: clock.now(),
        name: toDisplayName(name),
        attach: (asset) => insertParameters(database, asset.id, found),
      }),
    )
    return id
  }

  /** The parameters in the sidecar that Easel and other programs write beside a result. */
  async #readSidecar(path: string): Promise<FoundParameters | null> {
    const found = await lstat(path).catch(() => null)
    if (!found?.isFile() || found.size > MAX_SIDECAR_BYTES) return null
    const text = await readFile(path).then(decodeText, () => '')
    return (await this.#dependencies.parameters.read({ text })).found
  }
}

/**
 * Calls `addRow`, then deletes a saved copy unless it has a row. Otherwise a copy that was not added would be taken for a result that lost its
 * job.
 */
export async function keepIfAdded<T>(
  file: StoredFile,
  { database, downloads }: Pick<Dependencies, 'database' | 'downloads'>,
  addRow: () => Promise<T>,
): Promise<T> {
  try {
    return await addRow()
  } finally {
    if (database.get('SELECT 1 FROM assets WHERE path = ?', file.path)) downloads.forget(file)
    else await downloads.discard(file)
  }
}

/** Stores the parameters that were found for an imported file, if there are any. */
export function insertParameters(database: Database, id: string, found: FoundParameters | null): void {
  if (found) database.run('INSERT INTO imported_parameters VALUES (?, ?)', id, JSON.stringify(found))
}

/** Rejects files that are not image, video or audio before they are copied. Most can be recognized by their first bytes. */
async function requireMedia(path: string): Promise<void> {
  const file = await openFileSource(path).catch((error: unknown) => {
    throw fileMissing(error)
  })
  try {
    const head = await file.source.read(0, HEAD_BYTES).catch((error: unknown) => {
      throw fileMissing(error)
    })
    if (head.length === 0) throw nonBillingError(inputErrors.empty)
    if (sniffFormat(head) !== null) return
    const inspection = await inspectFile(file.source, 'input')
    if (inspection.kind === 'refused') throw unknownInputError(inspection.content)
  } finally {
    await file.close()
  }
}

/** The stored copy. @throws StudioError if there is none. */
export function requireStoredFile(outcome: DownloadOutcome): StoredFile {
  if (outcome.kind === 'file') return outcome.file
  const { problem } = outcome
  if (problem.code === serviceErrors.resultDamaged) throw damagedInputError(problem.params?.what ?? 'unknown')
  if (problem.code === serviceErrors.resultRefused) throw unknownInputError(problem.params?.what ?? 'unknown')
  if (problem.code === serviceErrors.resultTooLarge)
    throw new StudioError({
      code: inputErrors.tooLarge,
      money: 'none',
      params: { maxBytes: MAX_COPY_BYTES },
    })
  throw new StudioError({ ...problem, money: 'none' })
}

const fileMissing = (error: unknown): StudioError =>
  new StudioError({
    code: inputErrors.fileMissing,
    money: 'none',
    params: { cause: systemErrorCode(error) ?? 'unknown' },
  })
