import { expect, onTestFinished, test } from 'vitest'
import { createCurrentSetting, createKeysBoundSetting, createUnstoredKeysSetting } from './ConnectionTable.ts'
import { migratedDatabase } from '../../testing/migratedDatabase.ts'

function setUp() {
  const database = migratedDatabase()
  onTestFinished(() => database.close())
  const put = (name: string, value: string) => database.run('INSERT INTO settings VALUES (?, ?)', name, value)
  return {
    put,
    current: createCurrentSetting(database),
    keysBound: createKeysBoundSetting(database),
    unstored: createUnstoredKeysSetting(database),
  }
}

test('settings that an earlier version saved are found under their names', () => {
  const { put, current, keysBound, unstored } = setUp()
  put('current_connection', '"id-1"')
  put('keys_bound', 'true')
  put('keys_not_in_keychain', '["id-2"]')
  expect(current.get()).toBe('id-1')
  expect(keysBound.get()).toBe(true)
  expect([unstored.has('id-1'), unstored.has('id-2')]).toEqual([false, true])
})

test('missing and damaged settings count as not set', () => {
  const { put, current, keysBound, unstored } = setUp()
  put('current_connection', '7')
  put('keys_not_in_keychain', '{"half')
  expect([current.get(), keysBound.get(), unstored.has('id-1')]).toEqual([null, false, false])
})

test('a connection whose key is marked as not in the keychain stays so until it is unmarked', () => {
  const { unstored } = setUp()
  for (const id of ['id-1', 'id-2', 'id-1']) unstored.mark(id)
  unstored.unmark('id-1')
  expect([unstored.has('id-1'), unstored.has('id-2')]).toEqual([false, true])
})
