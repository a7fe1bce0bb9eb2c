import { beforeEach, expect, it } from 'vitest'
import { fakeClock } from '../../testing/fakeClock.ts'
import { fakeKeychain } from '../../testing/fakeKeychain.ts'
import { KeyVault } from './KeyVault.ts'
import { createUnstoredKeysSetting } from './ConnectionTable.ts'
import { migratedDatabase } from '../../testing/migratedDatabase.ts'

const ORIGIN = 'https://api.example.com'
const bound = (key: string, origin = ORIGIN) => ({ origin, key })
const entry = (key: string, origin = ORIGIN) => JSON.stringify(bound(key, origin))

const log: string[] = []
const hidden: string[] = []
const note = (message: string, facts?: object) => void log.push(`${message} ${JSON.stringify(facts)}`)
const setUp = () => {
  const database = migratedDatabase()
  const keychain = fakeKeychain()
  const clock = fakeClock()
  let changes = 0
  const open = () =>
    new KeyVault({
      keychain,
      clock,
      log: { info: note, warn: note, error: note, addSecret: (secret) => void hidden.push(secret) },
      unstored: createUnstoredKeysSetting(database),
      onChange: () => changes++,
    })
  return { keychain, clock, database, open, vault: open(), changes: () => changes }
}
let world = setUp()
beforeEach(() => {
  log.length = 0
  hidden.length = 0
  world = setUp()
})

it('makes no keychain call until a key is needed', async () => {
  expect(world.vault.locate('a')).toBe('keychain')
  expect(world.vault.status()).toEqual({ state: 'untouched' })
  expect(world.keychain.calls).toEqual([])
})

it('makes one keychain call for many readers and none after the key is found', async () => {
  world.keychain.entries.set('a', entry('secret'))

  expect(await Promise.all([world.vault.read('a', ORIGIN), world.vault.read('a', ORIGIN)])).toEqual([
    'secret',
    'secret',
  ])
  expect(await world.vault.read('a', ORIGIN)).toBe('secret')

  expect(world.keychain.calls).toEqual(['get a'])
  expect(world.vault.status()).toEqual({ state: 'available' })
})

it('calls the keychain again for a key that was missing', async () => {
  expect(await world.vault.read('a', ORIGIN)).toBeNull()
  expect(world.vault.locate('a')).toBe('missing')

  world.keychain.entries.set('a', entry('secret'))

  expect(await world.vault.read('a', ORIGIN)).toBe('secret')
  expect(world.vault.locate('a')).toBe('keychain')
})

it('stores a key in the keychain', async () => {
  await world.vault.write('a', bound('secret'))

  expect(world.keychain.entries.get('a')).toBe(entry('secret'))
  expect(world.vault.locate('a')).toBe('keychain')
  expect(await world.open().read('a', ORIGIN)).toBe('secret')
})

it('keeps a key only for the session without a keychain and reports why', async () => {
  world.keychain.behavior = { fail: 'Cannot autolaunch D-Bus' }

  await world.vault.write('a', bound('secret-key'))

  expect(world.vault.locate('a')).toBe('session')
  expect(await world.vault.read('a', ORIGIN)).toBe('secret-key')
  expect(world.vault.status()).toEqual({ state: 'unavailable', detail: 'Cannot autolaunch D-Bus' })
  expect(log.join('\n')).toContain('Cannot autolaunch D-Bus')
  expect(log.join('\n')).not.toContain('secret-key')
})

it('does not use an older key from the keychain after a restart', async () => {
  await world.vault.write('a', bound('key of the old address'))
  world.keychain.behavior = { fail: 'locked' }
  await world.vault.write('a', bound('key of the new address'))
  world.keychain.behavior = 'normal'

  const restarted = world.open()

  expect(restarted.locate('a')).toBe('missing')
  expect(await restarted.read('a', ORIGIN)).toBeNull()
  await restarted.write('a', bound('entered again'))
  expect(await world.open().read('a', ORIGIN)).toBe('entered again')
})

it('returns a key only for the origin that it was entered for, also after a restart', async () => {
  await world.vault.write('a', bound('secret'))
  const elsewhere = {
    problem: {
      code: 'key_missing',
      params: { reason: 'other_address', entered: ORIGIN, address: 'https://evil.example' },
    },
  }
  for (const vault of [world.vault, world.open()]) {
    await expect(vault.read('a', 'https://evil.example')).rejects.toMatchObject(elsewhere)
    expect(await vault.read('a', ORIGIN)).toBe('secret')
  }
})

it('binds a session key to its origin', async () => {
  world.keychain.behavior = { fail: 'locked' }
  await world.vault.write('a', bound('secret'))

  await expect(world.vault.read('a', 'https://evil.example')).rejects.toThrow('key_missing')
  expect(await world.vault.read('a', ORIGIN)).toBe('secret')
})

it('binds an entry of an earlier version to the first origin that it is read for', async () => {
  world.keychain.entries.set('a', '12|old-entry')

  expect(await world.vault.read('a', ORIGIN)).toBe('12|old-entry')

  expect(world.keychain.entries.get('a')).toBe(entry('12|old-entry'))
  expect(world.vault.hasUnboundKeys()).toBe(false)
  await expect(world.open().read('a', 'https://evil.example')).rejects.toThrow('key_missing')
})

it('uses an entry of an earlier version that cannot be bound and reports it', async () => {
  world.keychain.entries.set('a', '12|old-entry')
  world.keychain.set = () => Promise.reject(new Error('read-only'))

  expect(await world.vault.read('a', ORIGIN)).toBe('12|old-entry')
  expect(world.vault.hasUnboundKeys()).toBe(true)
  expect(log.join('\n')).toContain('read-only')
  await expect(world.vault.read('a', 'https://evil.example')).rejects.toThrow('key_missing')
})

it('uses an entry with other JSON as a key', async () => {
  world.keychain.entries.set('a', '{"key":"x","origin":7}')
  expect(await world.vault.read('a', ORIGIN)).toBe('{"key":"x","origin":7}')
})

it('registers every key with the log for redaction before writing', async () => {
  world.keychain.entries.set('b', entry('kept-before'))
  await world.vault.read('b', ORIGIN)
  await world.vault.write('a', bound('entered-now'))
  world.keychain.entries.set('c', 'of-an-earlier-version')
  await world.vault.read('c', ORIGIN)
  expect(hidden).toEqual(['kept-before', 'entered-now', 'of-an-earlier-version'])
})

it('writes no key into the database', async () => {
  world.keychain.behavior = { fail: 'locked' }
  await world.vault.write('a', bound('secret-key'))

  const rows = world.database.all('SELECT * FROM settings')
  expect(JSON.stringify(rows)).not.toContain('secret-key')
})

it('reports a waiting keychain and times out after a minute', async () => {
  world.keychain.behavior = 'hang'
  const read = Promise.allSettled([world.vault.read('a', ORIGIN)])

  await world.clock.advance(2_000)
  expect(world.vault.status().state).toBe('waiting')
  await world.clock.advance(60_000)

  expect(await read).toMatchObject([
    { reason: { problem: { code: 'key_missing', params: { reason: 'keychain_waiting' } } } },
  ])
})

it('uses a late response of the keychain without another call', async () => {
  world.keychain.behavior = 'hang'
  world.keychain.entries.set('a', entry('secret'))
  const first = Promise.allSettled([world.vault.read('a', ORIGIN)])
  await world.clock.advance(61_000)
  expect(await first).toMatchObject([{ status: 'rejected' }])

  const second = world.vault.read('a', ORIGIN)
  world.keychain.completeCalls()

  expect(await second).toBe('secret')
  expect(world.vault.status()).toEqual({ state: 'available' })
  expect(world.keychain.calls).toEqual(['get a'])
})

it('allows the use of a new key while the keychain hangs', async () => {
  world.keychain.behavior = 'hang'

  const writing = world.vault.write('a', bound('secret'))
  expect(await world.vault.read('a', ORIGIN)).toBe('secret')
  await world.clock.advance(21_000)
  await writing
  expect(world.vault.locate('a')).toBe('session')

  world.keychain.completeCalls()
  await world.clock.advance(0)
  expect(world.vault.locate('a')).toBe('keychain')
  expect(world.keychain.entries.get('a')).toBe(entry('secret'))
})

it('does not store a key of an earlier version again after its connection was removed', async () => {
  const { keychain, vault } = world
  keychain.entries.set('a', 'old key')
  keychain.behavior = 'hang'
  const reading = vault.read('a', ORIGIN)
  const deleting = vault.delete('a')
  keychain.behavior = 'normal'
  keychain.completeCalls()
  await deleting
  expect(await reading).toBeNull()
  expect(keychain.entries.has('a')).toBe(false)
  expect(keychain.calls).toEqual(['get a', 'delete a'])
})

it.each([
  ['failed', async () => world.keychain.failCalls('dismissed')],
  ['did not respond', () => world.clock.advance(60_000)],
])('uses a key that was entered during a read of a keychain that then %s', async (_, end) => {
  const { keychain, vault } = world
  keychain.behavior = 'hang'
  const reading = vault.read('a', ORIGIN)
  const writing = vault.write('a', bound('entered'))
  await end()
  expect(await reading).toBe('entered')
  keychain.completeCalls()
  await writing
})

it('does not call a failed keychain repeatedly unless the user retries', async () => {
  world.keychain.behavior = { fail: 'prompt dismissed' }
  const refused = {
    problem: { code: 'key_missing', params: { reason: 'keychain_unavailable', detail: 'prompt dismissed' } },
  }

  await expect(world.vault.read('a', ORIGIN)).rejects.toMatchObject(refused)
  await expect(world.vault.read('a', ORIGIN)).rejects.toMatchObject(refused)
  expect(world.keychain.calls).toHaveLength(1)

  world.vault.allowRetry()
  await expect(world.vault.read('a', ORIGIN)).rejects.toMatchObject(refused)
  await world.clock.advance(15_000)
  await expect(world.vault.read('a', ORIGIN)).rejects.toMatchObject(refused)
  expect(world.keychain.calls).toHaveLength(3)
})

it('deletes a key everywhere', async () => {
  await world.vault.write('a', bound('secret'))

  await world.vault.delete('a')

  expect(world.keychain.entries.size).toBe(0)
  expect(await world.vault.read('a', ORIGIN)).toBeNull()
})

it('reports a change of a location or the status', async () => {
  await world.vault.read('a', ORIGIN)
  const seen = world.changes()
  expect(seen).toBeGreaterThan(0)

  await world.vault.read('a', ORIGIN)
  expect(world.changes()).toBe(seen)
})
