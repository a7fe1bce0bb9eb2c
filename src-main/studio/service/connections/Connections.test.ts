import { beforeEach, describe, expect, it } from 'vitest'
import { createEnvironmentId } from './normalizeInput.ts'
import { createConnectionsWorld, KEY, problem } from './testing.ts'

let world = createConnectionsWorld()
beforeEach(() => {
  world = createConnectionsWorld()
})
const add = (name = 'Mine', address = 'https://api.example.com/') =>
  world.connections.add({ name, address, key: ` ${KEY}\n` })

describe('a saved connection', () => {
  it('becomes the current connection, with its key in the keychain', async () => {
    const added = await add()

    expect(added).toMatchObject({ id: 'id-1', name: 'Mine', kind: 'remote', current: true, key: 'keychain' })
    expect(world.keychain.entries).toEqual(
      new Map([['id-1', JSON.stringify({ origin: 'https://api.example.com', key: KEY })]]),
    )
    expect(world.events).toContain('connections.changed')
    expect(await world.connections.getAccess('id-1')).toEqual({
      connectionId: 'id-1',
      address: 'https://api.example.com',
      key: KEY,
    })
  })

  it('is still current after a restart, without a keychain call', async () => {
    await add('First')
    await add('Second')
    world.connections.select('id-1')
    world.keychain.calls.length = 0

    const restarted = world.open()

    expect(restarted.list().map(({ name, current }) => [name, current])).toEqual([
      ['First', true],
      ['Second', false],
    ])
    expect(restarted.keychainStatus()).toEqual({ state: 'untouched' })
    expect(world.keychain.calls).toEqual([])
    expect(await restarted.getAccess('id-1')).toMatchObject({ key: KEY })
  })

  it('is usable, and says that the keychain waits, within two seconds of a prompt that nobody answers', async () => {
    world.keychain.behavior = 'hang'
    const adding = add()
    await world.clock.advance(2_000)
    expect(await adding).toMatchObject({ current: true, key: 'session' })
    expect(world.connections.keychainStatus()).toEqual({ state: 'waiting' })
    expect(world.connections.list()).toMatchObject([{ key: 'session' }])
    expect(await world.connections.getAccess('id-1')).toMatchObject({ key: KEY })
  })

  it('is not saved with an invalid address or key', async () => {
    await expect(add('x', 'http://api.example.com')).rejects.toMatchObject(problem('connection_bad_address'))
    await expect(
      world.connections.add({ name: 'x', address: 'https://a.example', key: ' ' }),
    ).rejects.toMatchObject(problem('invalid_input'))
    expect(world.connections.list()).toEqual([])
  })

  it('never exposes its key in lists, events, the log or the database', async () => {
    world.keychain.behavior = { fail: 'no keychain here' }
    await add()
    await world.connections.test({ id: 'id-1' })

    const rows = ['connections', 'settings', 'quarantine'].map((table) =>
      world.database.all(`SELECT * FROM ${table}`),
    )
    const seen = [
      world.connections.list(),
      world.connections.keychainStatus(),
      world.events,
      world.logged,
      rows,
    ]
    expect(JSON.stringify(seen)).not.toContain(KEY)
    expect(world.connections.list()[0]?.key).toBe('session')
  })

  it('reports a missing key', async () => {
    await add()
    world.keychain.entries.clear()
    const restarted = world.open()

    await expect(restarted.getAccess('id-1')).rejects.toMatchObject(
      problem('key_missing', { reason: 'not_kept' }),
    )
    expect(restarted.list()[0]?.key).toBe('missing')
  })
})

describe('changing a connection', () => {
  it('changes its name and key', async () => {
    await add()

    await world.connections.update({ id: 'id-1', name: 'Yours', key: 'another-key' })

    expect(await world.connections.getAccess('id-1')).toMatchObject({ key: 'another-key' })
    expect(world.open().list()[0]).toMatchObject({ name: 'Yours', address: 'https://api.example.com' })
    expect(world.accessChanges).toEqual(['id-1'])
  })

  it('reports no new account when only the name changes', async () => {
    await add()
    await world.connections.update({
      id: 'id-1',
      name: 'Yours',
      address: 'https://API.example.com/api/v1/client',
    })
    expect(world.accessChanges).toEqual([])
  })

  it('requires the key for a new address, so that the old key is never sent there', async () => {
    await add()
    const address = 'https://elsewhere.example'

    await expect(world.connections.update({ id: 'id-1', address })).rejects.toMatchObject(
      problem('key_missing', { reason: 'address_changed' }),
    )
    expect(await world.connections.getAccess('id-1')).toMatchObject({ address: 'https://api.example.com' })

    await world.connections.update({ id: 'id-1', address, key: 'new-key' })
    expect(await world.connections.getAccess('id-1')).toMatchObject({ address, key: 'new-key' })
  })

  it('gives a waiting request the new address and key, never a mix', async () => {
    await add()
    const restarted = world.open()
    world.keychain.behavior = 'hang'
    const access = restarted.getAccess('id-1')
    await world.clock.advance(0)
    world.keychain.behavior = 'normal'

    await restarted.update({ id: 'id-1', address: 'https://elsewhere.example', key: 'new-key' })
    world.keychain.completeCalls()

    expect(await access).toMatchObject({ address: 'https://elsewhere.example', key: 'new-key' })
  })

  it('throws for an unknown connection', async () => {
    await expect(world.connections.update({ id: 'x', name: 'y' })).rejects.toMatchObject(
      problem('connection_not_found'),
    )
    await expect(world.connections.getAccess('x')).rejects.toMatchObject(problem('connection_not_found'))
    expect(() => world.connections.select('x')).toThrow('connection_not_found')
  })
})

it('removes the key of a removed connection and selects no other connection', async () => {
  await add('First')
  await add('Second')

  await world.connections.remove('id-2')

  expect(world.connections.list().map(({ name }) => name)).toEqual(['First'])
  expect(world.connections.current()).toBeNull()
  expect([...world.keychain.entries.keys()]).toEqual(['id-1'])
  expect(world.accessChanges).toEqual(['id-2'])
})

describe('the connection of the environment', () => {
  const environment = { address: 'http://localhost:9000/', key: `${KEY}\n` }
  const id = createEnvironmentId('http://localhost:9000')

  it('is current only for its run and stores nothing', async () => {
    await add()
    const before = world.database.all('SELECT * FROM settings')

    const run = world.open(environment)

    expect(run.current()).toEqual({
      id,
      name: 'Environment',
      address: 'http://localhost:9000',
      kind: 'environment',
      current: true,
      key: 'environment',
    })
    expect(await run.getAccess(id)).toMatchObject({ address: 'http://localhost:9000', key: KEY })
    expect(world.database.all('SELECT * FROM settings')).toEqual(before)
    expect(world.open().current()?.id).toBe('id-1')
  })

  it('can be deselected and selected again during its run', async () => {
    await add()
    const run = world.open(environment)

    run.select('id-1')
    expect(run.current()?.id).toBe('id-1')
    run.select(id)
    expect(run.current()?.id).toBe(id)
  })

  it('cannot be changed or removed', async () => {
    const run = world.open(environment)
    await expect(run.update({ id, name: 'x' })).rejects.toMatchObject(problem('connection_fixed'))
    await expect(run.remove(id)).rejects.toMatchObject(problem('connection_fixed'))
  })

  it('reports an invalid address when it is used', async () => {
    const run = world.open({ address: 'http://user:secret@api.example.com', key: KEY })

    expect(run.current()).toMatchObject({ kind: 'environment', address: '' })
    await expect(run.getAccess(run.current()?.id ?? '')).rejects.toMatchObject(
      problem('connection_bad_address'),
    )
  })
})

describe('the sandbox', () => {
  it('starts on demand and becomes current', async () => {
    expect(world.sandbox.starts).toBe(0)

    const sandbox = await world.connections.useSandbox()

    expect(sandbox).toMatchObject({ id: 'sandbox', kind: 'sandbox', current: true, key: 'sandbox' })
    const access = { connectionId: 'sandbox', address: 'http://127.0.0.1:4321', key: 'play' }
    expect(await world.connections.getAccess('sandbox')).toEqual(access)
    await world.connections.useSandbox()
    expect(world.connections.list()).toHaveLength(1)
    expect(world.keychain.calls).toEqual([])
  })

  it('starts when a request needs it after a restart', async () => {
    await world.connections.useSandbox()
    const restarted = world.open()
    world.sandbox.starts = 0

    expect(restarted.current()?.id).toBe('sandbox')
    expect(world.sandbox.starts).toBe(0)
    await restarted.getAccess('sandbox')
    expect(world.sandbox.starts).toBe(1)
  })

  it('reports why it cannot start, and can be started again', async () => {
    world.sandbox.fails = true
    await expect(world.connections.useSandbox()).rejects.toMatchObject(
      problem('sandbox_unavailable', { detail: 'no free port' }),
    )
    expect(world.connections.list()).toEqual([])

    world.sandbox.fails = false
    expect((await world.connections.useSandbox()).current).toBe(true)
  })
})

describe('testing', () => {
  it('requests the first page of models with the saved key', async () => {
    await add()

    expect(await world.connections.test({ id: 'id-1' })).toMatchObject({ verdict: 'reached', models: 1 })
    expect(world.requests).toEqual([
      {
        access: { connectionId: 'id-1', address: 'https://api.example.com', key: KEY },
        path: 'models?per_page=1',
      },
    ])
  })

  it('works without a saved connection', async () => {
    await world.connections.test({ address: 'localhost:9', key: 'k k' })

    expect(world.requests[0]?.access).toEqual({ connectionId: '', address: 'http://localhost:9', key: 'kk' })
    expect(world.connections.list()).toEqual([])
  })
})
