import { beforeEach, describe, expect, it } from 'vitest'
import { createEnvironmentId } from './normalizeInput.ts'
import { createConnectionsWorld, KEY, problem } from './testing.ts'

let world = createConnectionsWorld()
beforeEach(() => {
  world = createConnectionsWorld()
})
const add = (name = 'Mine', address = 'https://api.example.com/') =>
  world.connections.add({ name, address, key: KEY })

describe('a key and the address it was entered for', () => {
  it('does not send the key to an address that was changed in the database', async () => {
    await add()
    world.database.run('UPDATE connections SET address = ?', 'https://evil.example')

    for (const connections of [world.connections, world.open()]) {
      await expect(connections.getAccess('id-1')).rejects.toMatchObject(
        problem('key_missing', {
          reason: 'other_address',
          entered: 'https://api.example.com',
          address: 'https://evil.example',
        }),
      )
      await expect(connections.test({ id: 'id-1' })).rejects.toThrow('key_missing')
    }
    expect(world.requests).toEqual([])
  })

  it.each([
    'http://api.example.com',
    'https://api.example.com:8443',
    'https://x.api.example.com',
    '',
    'not a url',
  ])('does not send the key to another origin: %j', async (address) => {
    await add()
    world.database.run('UPDATE connections SET address = ?', address)
    await expect(world.open().getAccess('id-1')).rejects.toThrow('key_missing')
  })

  it('binds a new key to the changed address only', async () => {
    await add()
    world.database.run('UPDATE connections SET address = ?', 'https://elsewhere.example')
    const restarted = world.open()

    await restarted.update({ id: 'id-1', key: 'new-key' })

    expect(await restarted.getAccess('id-1')).toMatchObject({
      address: 'https://elsewhere.example',
      key: 'new-key',
    })
    world.database.run('UPDATE connections SET address = ?', 'https://api.example.com')
    await expect(world.open().getAccess('id-1')).rejects.toThrow('key_missing')
  })

  it('uses the environment’s own address, regardless of the database', async () => {
    const environment = { address: 'http://localhost:9000/', key: `${KEY}\n` }
    const id = createEnvironmentId('http://localhost:9000')
    const run = world.open(environment)
    world.database.run(
      'INSERT INTO connections (id, name, address, kind, created_at) VALUES (?, ?, ?, ?, ?)',
      id,
      'Environment',
      'https://evil.example',
      'remote',
      0,
    )

    expect(await run.getAccess(id)).toMatchObject({ address: 'http://localhost:9000', key: KEY })
    await expect(world.open().getAccess(id)).rejects.toMatchObject(
      problem('key_missing', { reason: 'not_kept' }),
    )
  })
})

describe('keys that an earlier version saved without an address', () => {
  const addOldKeys = async () => {
    await add('First')
    await add('Second', 'https://second.example')
    world.keychain.entries.set('id-1', 'old-key-1').set('id-2', 'old-key-2')
    world.keychain.calls.length = 0
  }

  it('are bound to the addresses of their connections at the first start only', async () => {
    await addOldKeys()
    await world.open().bindOldKeys()
    world.database.run('UPDATE connections SET address = ?', 'https://evil.example')
    const next = world.open()
    world.keychain.calls.length = 0

    await next.bindOldKeys()

    expect(world.keychain.calls).toEqual([])
    for (const id of ['id-1', 'id-2']) await expect(next.getAccess(id)).rejects.toThrow('key_missing')
    expect(JSON.parse(world.keychain.entries.get('id-2') ?? '')).toEqual({
      origin: 'https://second.example',
      key: 'old-key-2',
    })
  })

  it('are bound at a later start if the keychain was locked', async () => {
    await addOldKeys()
    world.keychain.behavior = { fail: 'locked' }
    await world.open().bindOldKeys()
    world.keychain.behavior = 'normal'

    await world.open().bindOldKeys()

    expect(world.keychain.entries.get('id-1')).toContain('https://api.example.com')
  })

  it('are bound once, although the key of another connection is bound to another address', async () => {
    await addOldKeys()
    const elsewhere = JSON.stringify({ origin: 'https://elsewhere.example', key: KEY })
    world.keychain.entries.set('id-1', elsewhere)
    await world.open().bindOldKeys()
    expect(world.keychain.entries.get('id-2')).toContain('https://second.example')

    world.keychain.calls.length = 0
    await world.open().bindOldKeys()
    expect(world.keychain.calls).toEqual([])
  })

  it('cause no keychain call without connections', async () => {
    await world.connections.bindOldKeys()
    await world.connections.useSandbox()
    await world.open().bindOldKeys()
    expect(world.keychain.calls).toEqual([])
  })
})
