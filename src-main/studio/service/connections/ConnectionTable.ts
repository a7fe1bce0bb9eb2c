import { z } from 'zod'
import type { Database, Row } from '../../storage/database/Database.ts'
import type { UnstoredKeys } from './KeyVault.ts'

const rowSchema = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  kind: z.enum(['remote', 'sandbox']),
})
export type StoredConnection = z.infer<typeof rowSchema>

/** The saved connections, oldest first. An unreadable row stays in the table but is not listed. */
export class ConnectionTable {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  all(): StoredConnection[] {
    const rows = this.#database.all('SELECT * FROM connections ORDER BY created_at, rowid')
    return rows.map(parseRow).filter((row) => row !== null)
  }

  find(id: string): StoredConnection | null {
    const row = this.#database.get('SELECT * FROM connections WHERE id = ?', id)
    return row ? parseRow(row) : null
  }

  insert(row: StoredConnection, now: number): void {
    const sql = 'INSERT INTO connections (id, name, address, kind, created_at) VALUES (?, ?, ?, ?, ?)'
    this.#database.run(sql, row.id, row.name, row.address, row.kind, now)
  }

  update(row: StoredConnection): void {
    this.#database.run(
      'UPDATE connections SET name = ?, address = ? WHERE id = ?',
      row.name,
      row.address,
      row.id,
    )
  }

  remove(id: string): void {
    this.#database.run('DELETE FROM connections WHERE id = ?', id)
  }
}

const parseRow = (row: Row): StoredConnection | null => rowSchema.safeParse(row).data ?? null

// Names in the table `settings`.
const CURRENT = 'current_connection'
const KEYS_BOUND = 'keys_bound'
const UNSTORED_KEYS = 'keys_not_in_keychain'

const readSetting = (database: Database, name: string): unknown => {
  const value = database.get('SELECT value FROM settings WHERE name = ?', name)?.value
  try {
    return JSON.parse(String(value))
  } catch {
    return null
  }
}

const writeSetting = (database: Database, name: string, value: unknown): void => {
  const text = JSON.stringify(value)
  database.run(
    'INSERT INTO settings VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    name,
    text,
  )
}

/** The id of the current connection. */
export const createCurrentSetting = (database: Database) => ({
  get: (): string | null => z.string().nullable().catch(null).parse(readSetting(database, CURRENT)),
  set: (id: string | null): void => writeSetting(database, CURRENT, id),
})

/** Whether every key that an earlier version saved without an origin has been bound to one. */
export const createKeysBoundSetting = (database: Database) => ({
  get: (): boolean => readSetting(database, KEYS_BOUND) === true,
  set: (): void => writeSetting(database, KEYS_BOUND, true),
})

/** Ids of connections whose key is not known to be in the keychain. Never contains keys. */
export const createUnstoredKeysSetting = (database: Database): UnstoredKeys => {
  const ids = () => z.array(z.string()).catch([]).parse(readSetting(database, UNSTORED_KEYS))
  return {
    has: (id) => ids().includes(id),
    mark: (id) => writeSetting(database, UNSTORED_KEYS, [...new Set([...ids(), id])]),
    unmark: (id) => {
      if (ids().includes(id))
        writeSetting(
          database,
          UNSTORED_KEYS,
          ids().filter((other) => other !== id),
        )
    },
  }
}
