import { expect, onTestFinished, test } from 'vitest'
import { fakeClock } from '../../testing/fakeClock.ts'
import { memoryLog } from '../../testing/memoryLog.ts'
import { migratedDatabase } from '../../testing/migratedDatabase.ts'
import { preparedJob } from '../engine/testEngine.ts'
import { JobStore } from '../store/JobStore.ts'
import type { ModelRecord } from '../../service/models/ModelRecord.ts'
import { modelRecord } from '../../testing/modelRecord.ts'
import { compareModels, ModelChanges } from './ModelChanges.ts'

const DAY_MS = 86_400_000
const QUOTED = 4_213_000

/** The last request of a model, whose price is checked once a day. */
function setUp() {
  const database = migratedDatabase()
  onTestFinished(() => database.close())
  const clock = fakeClock()
  const store = new JobStore({ database, onUnreadableRow: () => {}, onChange: () => {} })
  const service = { price: QUOTED }
  let events = 0
  const changes = new ModelChanges({
    database,
    catalogue: {
      findByModel: () => [],
      findByType: () => undefined,
      operationLabel: (id) => id,
      taskName: (id) => id,
    },
    store,
    drafts: {
      priceOf: async () => ({
        state: 'priced',
        key: 'k',
        price: service.price,
        quotedAt: clock.now(),
      }),
    },
    limits: { getDailyQuota: () => null },
    clock,
    log: memoryLog(),
    emit: () => void events++,
  })
  database.run(
    "INSERT INTO models (connection_id, slug, position, record, seen_at) VALUES ('c', 'm', 0, '{}', 1)",
  )
  const identity = { id: 'job', idempotencyKey: 'click', replaces: null, createdAt: 1 }
  store.insert({ ...preparedJob, ...identity, price: QUOTED })
  /** Checks the price a day later; returns the number of events. */
  const check = async (price: number) => {
    events = 0
    service.price = price
    await clock.advance(DAY_MS)
    await changes.checkPrices('c')
    return events
  }
  return { changes, check }
}

test('an event is sent when a price rises, when it falls back, and not while it stays', async () => {
  const { check } = setUp()
  expect(await check(QUOTED)).toBe(0)
  expect(await check(2 * QUOTED)).toBe(1)
  expect(await check(2 * QUOTED)).toBe(0)
  expect(await check(QUOTED)).toBe(1)
  expect(await check(QUOTED)).toBe(0)
})

test('no event is sent about a risen price that was dismissed, until it changes again', async () => {
  const { changes, check } = setUp()
  await check(2 * QUOTED)
  changes.dismiss('c', ['m'])
  expect(await check(2 * QUOTED)).toBe(0)
  expect(await check(QUOTED)).toBe(1)
})

const compare = (before: Partial<ModelRecord>, after: Partial<ModelRecord>) =>
  compareModels(modelRecord(before), modelRecord(after), (type) => type)

test('a voice that only one of two languages loses is named with the language', () => {
  const [anna, max] = ['anna', 'max'].map((slug) => ({ slug, name: slug, gender: null }))
  if (!anna || !max) throw new Error('There are no voices')
  const english = { slug: 'en', name: 'English', voices: [anna] }
  const german = { slug: 'de', name: 'German', voices: [anna, max] }
  expect(
    compare({ languages: [english, german] }, { languages: [english, { ...german, voices: [max] }] }),
  ).toEqual([{ kind: 'list', name: 'Voices', added: [], removed: ['anna (German)'] }])
})

test('a LoRA counts by the name in requests, not by its label', () => {
  const lora = { name: 'ink', label: 'Ink' }
  expect(compare({ loras: [lora] }, { loras: [{ ...lora, label: 'Ink drawing' }] })).toEqual([])
  expect(compare({ loras: [lora] }, { loras: [{ ...lora, name: 'ink-2' }] })).toEqual([
    { kind: 'list', name: 'LoRAs', added: ['Ink'], removed: ['Ink'] },
  ])
})
