import { z } from 'zod'
import type { Database } from '../../storage/database/Database.ts'
import type { UnstoredKeys } from './KeyVault.ts'

const CURRENT = 'current_connection'
const KEYS_BOUND = 'keys_bound'
const UNSTORED_KEYS = 'keys_not_in_keychain'

const read = (database: Database, name: string): unknown => {
  const value = database.get('SELECT value FROM settings WHERE name = ?', name)?.value
  try {
    return JSON.parse(String(value))
  } catch {
    return null
  }
}

const write = (database: Database, name: string, value: unknown): void => {
  const text = JSON.stringify(value)
  database.run(
    'INSERT INTO settings VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    name,
    text,
  )
}

const idSchema = z.string().nullable().catch(null)
const idsSchema = z.array(z.string()).catch([])

/** The id of the current connection. */
export const currentConnectionSetting = (database: Database) => ({
  get: (): string | null => idSchema.parse(read(database, CURRENT)),
  set: (id: string | null): void => write(database, CURRENT, id),
})

/** Whether every key that an earlier version saved without an origin has been bound to one. */
export const keysBoundSetting = (database: Database) => ({
  get: (): boolean => read(database, KEYS_BOUND) === true,
  set: (): void => write(database, KEYS_BOUND, true),
})

/** Ids of connections whose key is not in the keychain. Never contains keys. */
export const unstoredKeysSetting = (database: Database): UnstoredKeys => {
  const ids = () => idsSchema.parse(read(database, UNSTORED_KEYS))
  return {
    has: (id) => ids().includes(id),
    mark: (id) => write(database, UNSTORED_KEYS, [...new Set([...ids(), id])]),
    unmark: (id) => {
      const rest = ids().filter((other) => other !== id)
      if (rest.length < ids().length) write(database, UNSTORED_KEYS, rest)
    },
  }
}
