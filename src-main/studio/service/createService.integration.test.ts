import { randomUUID } from 'node:crypto'
import { Agent } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { StudioEvents } from '../events.ts'
import { fakeClock } from '../testing/fakeClock.ts'
import { fakeKeychain } from '../testing/fakeKeychain.ts'
import { memoryLog } from '../testing/memoryLog.ts'
import { sendJson, startHttp } from '../testing/servers/startHttp.ts'
import { createService } from './createService.ts'
import { migratedDatabase } from '../testing/migratedDatabase.ts'
import type { World } from '../world.ts'

const KEY = '12|a-secret-long-enough'

/** A service client with real requests. `environment` is the connection to use; otherwise none is saved. */
function openService(options: { environment?: World['environment']; dispatcher?: World['dispatcher'] } = {}) {
  const database = migratedDatabase()
  const agent = new Agent()
  onTestFinished(async () => {
    await agent.close()
    database.close()
  })
  const { environment = null, dispatcher = agent } = options
  return createService({
    world: {
      version: '1.2.3',
      clock: fakeClock(),
      log: memoryLog(),
      uuid: randomUUID,
      dispatcher,
      keychain: fakeKeychain(),
      sandbox: { start: () => Promise.reject(new Error('There is no sandbox')) },
      environment,
    },
    database,
    events: new StudioEvents(),
  })
}

test('requests to the service name Easel and its version', async () => {
  await using server = await startHttp((_, response) => sendJson(response, 200, { data: [{ slug: 'a' }] }))
  const service = openService({ environment: { address: server.address, key: KEY } })
  const connection = service.connections.current()
  expect(await service.canReadModels(connection?.id ?? '')).toBe(true)
  expect(server.received.map(({ headers }) => headers['user-agent'])).toEqual(['Easel/1.2.3'])
})

test('a failed request to the previous address doesn’t mark the corrected connection as down', async () => {
  await using server = await startHttp((_, response) => sendJson(response, 200, { data: [{ slug: 'a' }] }))
  // Closed at once, so that nothing listens on its port.
  const { address: wrong } = await startHttp(() => {}).then(async (closed) => {
    await closed[Symbol.asyncDispose]()
    return closed
  })
  const agent = new Agent()
  onTestFinished(() => agent.close())
  const { promise: corrected, resolve: proceed } = Promise.withResolvers<void>()
  const service = openService({
    dispatcher: {
      dispatch: (request, handler) => {
        if (request.origin !== wrong) return agent.dispatch(request, handler)
        void corrected.then(() => agent.dispatch(request, handler))
        return true
      },
    },
  })
  const { connections, health, client } = service
  const { id } = await connections.add({ name: 'Mine', address: wrong, key: KEY })
  const outdated = client.get(await connections.getAccess(id), 'models')
  await connections.update({ id, address: server.address, key: KEY })
  proceed()
  expect(await outdated).toMatchObject({ kind: 'fault', cause: 'refused' })
  expect(health.isDown(id)).toBe(false)

  await server[Symbol.asyncDispose]()
  expect(await client.get(await connections.getAccess(id), 'models')).toMatchObject({ cause: 'refused' })
  expect(health.isDown(id)).toBe(true)
})
