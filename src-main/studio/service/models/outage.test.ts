import { describe, expect, test } from 'vitest'
import { Catalogue } from '../../catalogue/Catalogue.ts'
import { ConnectionHealth } from '../connections/ConnectionHealth.ts'
import type { Exchange } from '../http/Exchange.ts'
import { PacedClient } from '../client/PacedClient.ts'
import { RateLimits } from '../rate-limits/RateLimits.ts'
import { readModelsPage } from '../responses/readModelsPage.ts'
import { fakeClock } from '../../testing/fakeClock.ts'
import { memoryLog } from '../../testing/memoryLog.ts'
import { type Outage, outages } from '../../testing/outages.ts'
import { ModelListing } from '../../catalogue/ModelListing.ts'
import { Models } from './Models.ts'
import { migratedDatabase } from '../../testing/migratedDatabase.ts'
import { StudioEvents } from '../../events.ts'

const minute = 60_000
const oneModel: Exchange = {
  kind: 'response',
  status: 200,
  headers: {},
  text: '',
  json: {
    data: [{ slug: 'a', name: 'A', inference_types: ['txt2img'], info: [] }],
    meta: { current_page: 1, last_page: 1 },
  },
}

/** A focused window that shows the models, and a service with an outage of the list only. */
function listWorld(outage: Outage) {
  const database = migratedDatabase()
  database.exec(`INSERT INTO connections VALUES ('c', 'C', 'https://c.example', 'remote', 1)`)
  const clock = fakeClock()
  const log = memoryLog()
  const limits = new RateLimits(clock)
  const paced = new PacedClient(limits)
  const state = { isOver: false }
  const beganAt = clock.now()
  const times: number[] = []
  // The probe succeeds; only the list fails.
  const health = new ConnectionHealth({ clock, log, emit: () => {}, probe: async () => oneModel })
  const models = new Models({
    database,
    clock,
    log,
    emit: () => {},
    connections: {
      getAccess: async (connectionId) => ({ connectionId, address: 'https://c.example', key: 'k' }),
    },
    client: {
      get: async ({ connectionId }) => {
        const { exchange } = await paced.exchange(
          { kind: 'models', connectionId },
          async () => {
            times.push(clock.now() - beganAt)
            return state.isOver ? oneModel : outages.response(outage, clock)
          },
          (response) => response.kind === 'response' && readModelsPage(response.json) !== null,
        )
        return exchange
      },
    },
  })
  const listing = new ModelListing({
    events: new StudioEvents(),
    catalogue: new Catalogue(),
    models,
    connections: { current: () => ({ id: 'c' }) },
    clock,
    health,
  })
  const showFor = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += minute) {
      listing.operations()
      await clock.advance(minute)
    }
  }
  return { clock, limits, listing, state, times, showFor }
}

// A rejected key won't work until the user changes it.
const kinds = [...outages.uncertain, ...outages.certain, outages.notFound].filter(
  ({ name }) => name !== 'the key is rejected',
)

describe.each(outages.lengths)('an outage of the list of models of $length', ({ ms }) => {
  test.each<Outage>(kinds)(
    'in which $name causes at most two requests per minute, and the list returns without user action',
    async (outage) => {
      const { listing, state, times, showFor } = listWorld(outage)
      await showFor(ms)
      expect(outages.fullestMinute(times)).toBeLessThanOrEqual(2)
      if (ms > 24 * 60 * minute) expect(outages.perQuarterHour(times, ms)).toBeLessThanOrEqual(1.1)
      state.isOver = true
      await showFor(32 * minute)
      expect(listing.models('txt2img').models).toHaveLength(1)
    },
  )
})

test('a retry by the user during an outage of the list sends one request immediately', async () => {
  const { clock, limits, listing, times, showFor } = listWorld(outages.notFound)
  await showFor(3 * 60 * minute)
  const before = times.length
  limits.allowRetry({ kind: 'models', connectionId: 'c' })
  void listing.refresh()
  await clock.advance(0)
  expect(times.length - before).toBe(1)
})
