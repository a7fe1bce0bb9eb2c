import { importErrors } from '../../../../src-preload/contract/errors.ts'
import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import { nonBillingError } from '../../../../src-preload/shared/StudioError.ts'
import type { Database } from '../../storage/database/Database.ts'
import { hasFileOfSize } from '../assets/FileState.ts'
import type { Sidecars } from '../assets/Sidecars.ts'
import type { StoredFile } from '../downloads/DownloadOutcome.ts'
import type { Downloads } from '../downloads/Downloads.ts'
import type { Library } from '../Library.ts'

/** The result that an import added or found. */
export type Imported = RouteOutput<'imports.add'>

interface Dependencies {
  database: Database
  library: Pick<Library, 'findPath' | 'fileState' | 'restoreFile'>
  sidecars: Pick<Sidecars, 'write'>
  downloads: Pick<Downloads, 'discard'>
}

/** Results with the same content whose files are checked. A library can have very many equal texts. */
const MAX_CHECKED = 10

/** A result with the content of a file that is imported. */
interface KnownResult {
  id: string
  isTrashed: boolean
  bytes: number
  /** Whether its file was missing or changed when it was last checked. */
  hadProblem: boolean
}

/**
 * The result with the same content; null if there is none. Prefers one outside the trash. A copy by `saveCopy` replaces a file with this
 * content that is missing, has another size or is known to be changed. @throws StudioError `import_file_changed`, `disk_failed`, and the
 * problems of `saveCopy`.
 */
export async function findKnown(
  sha256: string,
  saveCopy: () => Promise<StoredFile>,
  { database, library, sidecars, downloads }: Dependencies,
): Promise<Imported | null> {
  const results = findResults(database, sha256, MAX_CHECKED)
  const [known] = results
  if (!known) return null
  let isRestored = false
  for (const result of results) {
    if (!(await isLost(result, library))) continue
    const file = await saveCopy()
    try {
      if (file.sha256 !== sha256) throw nonBillingError(importErrors.fileChanged)
      // Another import may have put it back meanwhile.
      if (!(await isLost(result, library))) continue
      await library.restoreFile(result.id, file)
    } finally {
      // A restored file has another path.
      await downloads.discard(file)
    }
    await sidecars.write(result.id)
    if (result === known) isRestored = true
  }
  return { id: known.id, isNew: false, isTrashed: known.isTrashed, isRestored }
}

/** Like `findKnown`, but leaves files as they are. */
export function findResult(database: Database, sha256: string): Imported | null {
  const [known] = findResults(database, sha256, 1)
  return known ? { id: known.id, isNew: false, isTrashed: known.isTrashed, isRestored: false } : null
}

const findResults = (database: Database, sha256: string, limit: number): KnownResult[] =>
  database
    .all(
      `SELECT id, trashed_at, bytes, EXISTS (SELECT 1 FROM file_problems WHERE asset_seq = seq) AS had_problem
         FROM assets WHERE sha256 = ? AND role = 'result' ORDER BY trashed_at IS NOT NULL, seq DESC LIMIT ?`,
      sha256,
      limit,
    )
    .map((row) => ({
      id: String(row['id']),
      isTrashed: row['trashed_at'] !== null,
      bytes: Number(row['bytes']),
      hadProblem: row['had_problem'] === 1,
    }))

/** Whether the file of a result is missing or changed. One that can't be read for another reason is not replaced. */
async function isLost(
  { id, bytes, hadProblem }: KnownResult,
  library: Dependencies['library'],
): Promise<boolean> {
  const path = library.findPath(id)
  if (!hadProblem && path !== null && (await hasFileOfSize(path, bytes))) return false
  const state = await library.fileState(id).catch(() => 'unknown')
  return state === 'missing' || state === 'changed'
}
