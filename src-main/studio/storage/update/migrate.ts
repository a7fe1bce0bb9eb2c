import { storageErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { Database } from '../database/Database.ts'
import type { Migration } from '../migrations/index.ts'
import { sqliteErrorKind } from '../files/storageError.ts'

/** The schema version of the database; 0 for an empty one. */
export const schemaVersion = (database: Database): number =>
  Number(database.get('PRAGMA user_version')?.['user_version'] ?? 0)

/**
 * Migrates the schema step by step, each in its own transaction; an empty database in one transaction. Calls `backUp`
 * before the first step unless the database is empty. `onStep` is called before each step with its number, from 1, and
 * the number of steps. A database newer than the known steps is rejected (`database_newer`) and not changed.
 */
export function migrate(
  database: Database,
  steps: readonly Migration[],
  backUp: (from: number) => void,
  onStep: (step: number, steps: number) => void = () => {},
): void {
  if (steps.some((step, index) => step.version !== index + 1))
    throw new Error('Migrations are not contiguous')
  const currentVersion = schemaVersion(database)
  if (currentVersion > steps.length) {
    const params = { found: currentVersion, known: steps.length }
    throw new StudioError({ code: storageErrors.databaseNewer, money: 'none', params })
  }
  if (currentVersion > 0 && currentVersion < steps.length) backUp(currentVersion)
  const applyAll = (): void => {
    for (const [index, step] of steps.slice(currentVersion).entries()) {
      onStep(index + 1, steps.length - currentVersion)
      apply(database, step)
    }
  }
  // A new library has nothing to keep between two steps, so all of them wait for the disk once.
  if (currentVersion === 0) database.transaction(applyAll)
  else applyAll()
}

/** Runs one migration. @throws StudioError `database_update_failed` if its SQL fails for another reason than the disk. */
function apply(database: Database, { version, sql }: Migration): void {
  try {
    database.transaction(() => {
      database.exec(sql)
      database.exec(`PRAGMA user_version = ${version}`)
    })
  } catch (error) {
    if (sqliteErrorKind(error) !== 'other') throw error
    const problem = { code: storageErrors.databaseUpdateFailed, money: 'none', params: { version } } as const
    throw Object.assign(new StudioError(problem), { cause: error })
  }
}
