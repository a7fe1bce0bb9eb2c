import { expect, it } from 'vitest'
import { requireSafeSqlite } from './requireSafeSqlite.ts'

it.each(['3.51.2', '3.40.1', '3.9.0', '3.52.0', '0'])('refuses SQLite %s', (found) => {
  expect(() => requireSafeSqlite(found)).toThrow('sqlite_too_old')
})

it.each(['3.51.3', '3.51.10', '3.53.0', '4.0.0', undefined])('accepts SQLite %s', (found) => {
  expect(() => requireSafeSqlite(found)).not.toThrow()
})
