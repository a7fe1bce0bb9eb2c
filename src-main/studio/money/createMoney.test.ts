import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { Notices } from '../app/createApp.ts'
import { Catalogue } from '../catalogue/Catalogue.ts'
import { StudioEvents } from '../events.ts'
import { createService } from '../service/createService.ts'
import { fakeClock } from '../testing/fakeClock.ts'
import { fakeKeychain } from '../testing/fakeKeychain.ts'
import { memoryLog } from '../testing/memoryLog.ts'
import { queryInline } from '../testing/queryInline.ts'
import { addJob } from '../testing/worlds/databaseWorld.ts'
import { quoteRequest } from '../testing/worlds/quoteWorld.ts'
import { temporaryFolder } from '../testing/temporaryFolder.ts'
import { createMoney } from './createMoney.ts'
import { moneyQueries } from './moneyQueries.ts'
import { migratedDatabase } from '../testing/migratedDatabase.ts'

/** All parts of money, with a service that never responds. */
function setUp() {
  const database = migratedDatabase()
  onTestFinished(() => database.close())
  const events = new StudioEvents()
  const clock = fakeClock()
  const world = {
    version: '0',
    clock,
    log: memoryLog(),
    uuid: randomUUID,
    dispatcher: { dispatch: () => true },
    keychain: fakeKeychain(),
    sandbox: { start: () => Promise.reject(new Error('There is no sandbox')) },
    environment: { address: 'https://service.example', key: '12|a-secret-long-enough' },
    dataFolder: temporaryFolder(),
  }
  const service = createService({ world, database, events })
  const money = createMoney({
    world,
    database,
    disk: { requireConnected: () => {}, isDisconnected: () => false, problem: null },
    events,
    service,
    query: queryInline(database, moneyQueries),
    catalogue: new Catalogue(),
    app: { notices: new Notices({ clock, uuid: randomUUID, emit: events.emitToWindows }) },
  })
  return { clock, database, money }
}

test('closing supersedes pending prices and cancels planned requests for balances', async () => {
  const { clock, database, money } = setUp()
  addJob({ database }, 'j', 'running')
  const price = money.quotes.price(quoteRequest('a'))
  money.ledger.record('j', 'accepted', 1)
  expect(clock.pending()).toBe(2)
  await money.close()
  expect(await price).toEqual({ state: 'superseded' })
  expect(clock.pending()).toBe(0)
})
