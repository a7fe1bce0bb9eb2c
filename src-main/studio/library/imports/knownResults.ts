import { importErrors } from '../../../../src-preload/contract/errors.ts'
import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import { nonBillingError } from '../../../../src-preload/shared/StudioError.ts'
import type { Database } from '../../storage/database/Database.ts'
import type { Sidecars } from '../assets/Sidecars.ts'
import type { StoredFile } from '../downloads/DownloadOutcome.ts'
import type { Downloads } from '../downloads/Downloads.ts'
import type { Library } from '../Library.ts'

/** The result that an import added or found. */
export type Imported = RouteOutput<'imports.add'>

interface Dependencies {
  database: Database
  library: Pick<Library, 'fileState' | 'restoreFile'>
  sidecars: Pick<Sidecars, 'write'>
  downloads: Pick<Downloads, 'discard'>
}

/**
 * The result with the same content; null if there is none. Prefers one outside the trash. A copy by `saveCopy` replaces each file with this
 * content that is missing or changed. @throws StudioError `import_file_changed`, `disk_failed`, and the problems of `saveCopy`.
 */
export async function findKnown(
  sha256: string,
  saveCopy: () => Promise<StoredFile>,
  { database, library, sidecars, downloads }: Dependencies,
): Promise<Imported | null> {
  const [known, ...others] = findResults(database, sha256)
  if (!known) return null
  let isRestored = false
  for (const { id } of [known, ...others]) {
    if (!(await isLost(id, library))) continue
    const file = await saveCopy()
    try {
      if (file.sha256 !== sha256) throw nonBillingError(importErrors.fileChanged)
      await library.restoreFile(id, file)
    } finally {
      // A restored file has another path.
      await downloads.discard(file)
    }
    await sidecars.write(id)
    isRestored = true
  }
  return { ...known, isRestored }
}

/** Like `findKnown`, but leaves files as they are. */
export const findResult = (database: Database, sha256: string): Imported | null =>
  findResults(database, sha256)[0] ?? null

const findResults = (database: Database, sha256: string): Imported[] =>
  database
    .all(
      `SELECT id, trashed_at FROM assets WHERE sha256 = ? AND role = 'result' ORDER BY trashed_at IS NOT NULL, seq DESC`,
      sha256,
    )
    .map((row) => ({
      id: String(row['id']),
      isNew: false,
      isTrashed: row['trashed_at'] !== null,
      isRestored: false,
    }))

/** Whether the file of a result is missing, changed or unreadable. */
async function isLost(id: string, library: Pick<Library, 'fileState'>): Promise<boolean> {
  const state = await library.fileState(id).catch(() => 'changed')
  return state === 'missing' || state === 'changed'
}
