import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Database } from '../storage/database/Database.ts'
import { migrations } from '../storage/migrations/index.ts'
import { migrate } from '../storage/update/migrate.ts'

let contents: Uint8Array | undefined

/** The bytes of an empty database file with the current schema. Running all migrations takes longer than most tests, so they run once. */
export const migratedContents = (): Uint8Array => (contents ??= createContents())

function createContents(): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'easel-schema-'))
  const file = join(folder, 'easel.db')
  const database = new Database(':memory:')
  migrate(database, migrations, () => {})
  database.run('VACUUM INTO ?', file)
  database.close()
  const bytes = readFileSync(file)
  rmSync(folder, { recursive: true })
  return bytes
}

/** A database with the current schema: empty in memory, or a file that is created unless it exists. */
export function migratedDatabase(file = ':memory:'): Database {
  if (file === ':memory:') return new Database(file, { contents: migratedContents() })
  if (!existsSync(file)) writeFileSync(file, migratedContents())
  return new Database(file)
}
