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
import { createEnvironmentId } from '../service/connections/normalizeInput.ts'
import { quoteRequest } from '../testing/worlds/quoteWorld.ts'
import { temporaryFolder } from '../testing/temporaryFolder.ts'
import { createMoney } from './createMoney.ts'
import { QuoteStore } from './quotes/QuoteStore.ts'
import { moneyQueries } from './moneyQueries.ts'
import { migratedDatabase } from '../testing/migratedDatabase.ts'

/** A database for one or more sessions. */
function openDatabase() {
  const database = migratedDatabase()
  onTestFinished(() => database.close())
  return database
}

const ADDRESS = 'https://service.example'

/** All parts of money, with a service that never responds. */
function setUp({ database = openDatabase(), key = '12|a-secret-long-enough' } = {}) {
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
    environment: { address: ADDRESS, key },
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
  return { clock, database, money, models: service.models }
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

test('an environment key that changed between two sessions discards the prices and models of its connection', async () => {
  const connectionId = createEnvironmentId(ADDRESS)
  const { database, clock, money } = setUp()
  const [own, other] = [`${connectionId}/price`, 'other/price']
  const quotes = new QuoteStore({ database, clock })
  for (const key of [own, other]) quotes.save(key, quotes.remember(key, 5))
  database.run(
    'INSERT INTO model_refreshes (connection_id, refreshed_at) VALUES (?, ?)',
    connectionId,
    clock.now(),
  )
  money.detectEnvironmentKeyChange()
  await money.close()

  const same = setUp({ database })
  same.money.detectEnvironmentKeyChange()
  expect(same.money.quotes.find(connectionId, own)).toMatchObject({ price: 5 })
  expect(same.models.getState(connectionId).refreshedAt).toBe(clock.now())
  await same.money.close()

  const changed = setUp({ database, key: '13|another-secret-as-long' })
  changed.money.detectEnvironmentKeyChange()
  expect(changed.money.quotes.find(connectionId, own)).toBeNull()
  expect(changed.money.quotes.find(connectionId, other)).toMatchObject({ price: 5 })
  expect(changed.models.getState(connectionId).refreshedAt).toBeNull()
  expect(changed.money.balances.get(connectionId)).toMatchObject({ state: 'not_requested' })
  await changed.money.close()
})
