import { describe, expect, test } from 'vitest'
import { Catalogue } from '../../catalogue/Catalogue.ts'
import { ConnectionHealth } from '../connections/ConnectionHealth.ts'
import type { Exchange } from '../client/Exchange.ts'
import { PacedClient } from '../rate-limits/PacedClient.ts'
import { RateLimits } from '../rate-limits/RateLimits.ts'
import { readModelsPage } from '../responses/readModelsPage.ts'
import { Database } from '../../storage/Database.ts'
import { migrate } from '../../storage/migrate.ts'
import { migrations } from '../../storage/migrations/index.ts'
import { fakeClock } from '../../testing/fakeClock.ts'
import { memoryLog } from '../../testing/memoryLog.ts'
import { type Outage, outages } from '../../testing/outages.ts'
import { ModelListing } from '../../catalogue/ModelListing.ts'
import { Models } from './Models.ts'

const minute = 60_000
const oneModel: Exchange = {
  kind: 'answer',
  status: 200,
  headers: {},
  text: '',
  json: {
    data: [{ slug: 'a', name: 'A', inference_types: ['txt2img'], info: [] }],
    meta: { current_page: 1, last_page: 1 },
  },
}

/** A window in front that shows the models, and a service of which only the list is out. */
function listWorld(outage: Outage) {
  const database = new Database(':memory:')
  migrate(database, migrations, () => {})
  database.exec(`INSERT INTO connections VALUES ('c', 'C', 'https://c.example', 'remote', 1)`)
  const clock = fakeClock()
  const log = memoryLog()
  const limits = new RateLimits(clock)
  const paced = new PacedClient(limits)
  const says = { isOver: false }
  const beganAt = clock.now()
  const times: number[] = []
  // The light request for one model succeeds: it is only the list that does not.
  const health = new ConnectionHealth({ clock, log, emit: () => {}, probe: async () => oneModel })
  const models = new Models({
    database,
    clock,
    log,
    emit: () => {},
    access: async (connectionId) => ({ connectionId, address: 'https://c.example', key: 'k' }),
    client: {
      get: async ({ connectionId }) => {
        const { exchange } = await paced.exchange(
          { kind: 'models', connectionId },
          async () => {
            times.push(clock.now() - beganAt)
            return says.isOver ? oneModel : outages.response(outage, clock)
          },
          (one) => one.kind === 'answer' && readModelsPage(one.json) !== null,
        )
        return exchange
      },
    },
  })
  const listing = new ModelListing({
    catalogue: new Catalogue(),
    models,
    currentConnection: () => ({ id: 'c' }),
    clock,
    health,
  })
  const lookFor = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += minute) {
      listing.operations()
      await clock.advance(minute)
    }
  }
  return { clock, limits, listing, says, times, lookFor }
}

// Against a rejected key only another one helps.
const kinds = [...outages.uncertain, ...outages.certain, outages.notFound].filter(
  ({ name }) => name !== 'the key is rejected',
)

describe.each(outages.lengths)('an outage of the list of models of $length', ({ ms }) => {
  test.each<Outage>(kinds)(
    'in which $name takes at most two requests a minute, and the list is back without a click',
    async (outage) => {
      const { listing, says, times, lookFor } = listWorld(outage)
      await lookFor(ms)
      expect(outages.fullestMinute(times)).toBeLessThanOrEqual(2)
      if (ms > 24 * 60 * minute) expect(outages.perQuarterHour(times, ms)).toBeLessThanOrEqual(1.1)
      says.isOver = true
      await lookFor(32 * minute)
      expect(listing.models('txt2img').models).toHaveLength(1)
    },
  )
})

test('a click amid an outage of the list asks for it once at once', async () => {
  const { clock, limits, listing, times, lookFor } = listWorld(outages.notFound)
  await lookFor(3 * 60 * minute)
  const before = times.length
  limits.retryNow({ kind: 'models', connectionId: 'c' })
  void listing.refresh()
  await clock.advance(0)
  expect(times.length - before).toBe(1)
})
