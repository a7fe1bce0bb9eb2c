import { expect, test } from 'vitest'
import { fakeClock } from '../../testing/fakeClock.ts'
import { fakeKeychain } from '../../testing/fakeKeychain.ts'
import { memoryLog } from '../../testing/memoryLog.ts'
import { Connections } from './Connections.ts'
import { migratedDatabase } from '../../testing/migratedDatabase.ts'

const open = () => {
  const database = migratedDatabase()
  let ids = 0
  return new Connections({
    database,
    keychain: fakeKeychain(),
    clock: fakeClock(),
    environment: null,
    sandbox: { start: async () => ({ address: 'http://127.0.0.1:4321', key: 'play' }) },
    client: { get: () => Promise.reject(new Error('must not be called')) },
    uuid: () => `id-${++ids}`,
    emit: () => {},
    log: memoryLog(),
    onAccessChanged: () => {},
  })
}
const add = (connections: Connections, name: string, use?: boolean) =>
  connections.add({ name, address: 'https://a.example', key: 'a-key-long-enough', use })

test('keeps the current connection when another is added with `use: false`', async () => {
  const connections = open()
  await add(connections, 'First')
  expect(await add(connections, 'Second', false)).toMatchObject({ name: 'Second', current: false })
  expect(connections.current()?.name).toBe('First')
})

test('selects no connection when the first is added with `use: false`', async () => {
  const connections = open()
  await add(connections, 'Only', false)
  expect(connections.current()).toBeNull()
  expect(connections.list().map(({ name, key }) => [name, key])).toEqual([['Only', 'keychain']])
})
