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

test('requests to the service name Easel and its version', async () => {
  await using server = await startHttp((_, response) => sendJson(response, 200, { data: [{ slug: 'a' }] }))
  const database = migratedDatabase()
  const dispatcher = new Agent()
  onTestFinished(async () => {
    await dispatcher.close()
    database.close()
  })
  const service = createService({
    world: {
      version: '1.2.3',
      clock: fakeClock(),
      log: memoryLog(),
      uuid: randomUUID,
      dispatcher,
      keychain: fakeKeychain(),
      sandbox: { start: () => Promise.reject(new Error('There is no sandbox')) },
      environment: { address: server.address, key: '12|a-secret-long-enough' },
    },
    database,
    events: new StudioEvents(),
  })
  const connection = service.connections.current()
  expect(await service.canReadModels(connection?.id ?? '')).toBe(true)
  expect(server.received.map(({ headers }) => headers['user-agent'])).toEqual(['Easel/1.2.3'])
})
