import { expect, onTestFinished, test } from 'vitest'
import { batchErrors } from '../../../../src-preload/contract/errors.ts'
import { JobStore } from '../store/JobStore.ts'
import { RateLimits } from '../../service/rate-limits/RateLimits.ts'
import { QueueOrder } from '../store/QueueOrder.ts'
import { ServiceHolds } from '../submit/ServiceHolds.ts'
import { LocalHolds } from '../submit/LocalHolds.ts'
import { Submitter } from '../submit/Submitter.ts'
import { StudioEvents } from '../../events.ts'
import { respondWith, respondOk, preparedJob } from '../engine/testEngine.ts'
import type { Exchange } from '../../service/http/Exchange.ts'
import { spendWorld } from '../../money/spend/testing.ts'
import { memoryLog } from '../../testing/memoryLog.ts'
import { Batches } from './Batches.ts'
import { BatchTable } from './BatchTable.ts'
import { Previews } from './Previews.ts'
import { readTable } from './readTable.ts'
import { plainPlan, formsWithDefaults } from './testing.ts'

const PRICE = 10
const tooLittle: Exchange = {
  ...respondWith(422),
  text: '',
  kind: 'response',
  status: 422,
  headers: {},
  json: { message: 'Not enough balance.', errors: { balance: ['Not enough balance.'] } },
}

/** Batches with a submitter and an account that can pay for `jobsPaid` jobs. */
function setUp(jobsPaid: number, refusal: Exchange) {
  const { database, clock, ledger, reports } = spendWorld(Date.UTC(2026, 0, 15, 12), 'UTC')
  const store = new JobStore({ database, onUnreadableRow: () => {}, onChange: () => {} })
  const order = new QueueOrder(database)
  const transaction = <T>(work: () => T) => database.transaction(work)
  const log = memoryLog()
  const events = new StudioEvents()
  const limits = new RateLimits(clock)
  const localHolds = new LocalHolds()
  const serviceHolds = new ServiceHolds({
    store,
    clock,
    log,
    now: () => limits.clock.now(),
    onKeyRefused: () => {},
    onKeyAccepted: () => {},
  })
  let ids = 0
  const uuid = () => `id-${ids++}`
  const account = { left: jobsPaid, requests: 0 }
  const previews = new Previews({
    readTable: async ({ text, format }) => readTable(text, format),
    drafts: { formsOf: () => formsWithDefaults({ steps: 4 }) },
    quotes: {
      find: () => ({ price: PRICE, quotedAt: clock.now() }),
      isRefused: () => false,
      price: () => Promise.resolve({ state: 'superseded' }),
    },
    limits: { getDailyQuota: () => null },
    store: {
      findIdenticalJob: () => null,
      hashRequest: (job) => JSON.stringify(job.request),
      newestSeq: () => store.newestSeq(),
    },
    library: { hasFile: () => true },
    uuid,
    random: Math.random,
    clock,
  })
  const batches = new Batches({
    prompts: { record: () => {} },
    readTable: async ({ text, format }) => readTable(text, format),
    table: new BatchTable(database),
    previews,
    store,
    ledger,
    order,
    localHolds,
    serviceHolds,
    database,
    events,
    clickPolicy: { check: () => {} },
    disk: { problem: null },
    uuid,
    clock,
  })
  const submitter = new Submitter({
    store,
    localHolds,
    serviceHolds,
    ledger,
    database,
    limits,
    service: {
      probe: async () => true,
      get: () => Promise.resolve(respondWith(500)),
      access: () => Promise.resolve({ connectionId: 'c', address: 'https://service.example', key: 'key' }),
      post: async () => {
        account.requests++
        if (account.left === 0) return refusal
        account.left--
        return respondOk({
          request_id: `0b9a1f6e-0000-4000-8000-${String(account.requests).padStart(12, '0')}`,
        })
      },
    },
    admission: {
      isPaused: () => false,
      admit: () => ({ kind: 'send' }),
      pauseForBalance: ({ batch }, { serviceMessage }) => batches.pauseForBalance(batch, serviceMessage),
      checkDisk: () => true,
    },
    onRunning: () => {},
    library: { findPath: () => null },
    clock,
    log,
  })
  events.on('jobsToSend', () => submitter.sendReady())
  onTestFinished(() => submitter.close())
  const enqueue = async (count: number) => {
    const axes = [{ field: 'prompt', values: Array.from({ length: count }, (_, n) => `prompt ${n}`) }]
    const about = { operation: 'txt2img', model: 'test-model', values: {} }
    const { id, total } = await batches.preview({ ...about, plan: { ...plainPlan, axes } })
    const given = { preview: id, name: 'Night', skip: [], total, unpriced: false, cap: null }
    const batch = batches.enqueue({ ...given, idempotencyKey: `click-${ids++}` })
    await clock.advance(1000)
    return () => batches.list().batches.find((one) => one.id === batch.id)
  }
  const sums = () => reports.report({ period: 'all', by: 'day' }).totals
  return { account, batches, clock, enqueue, store, submitter, ledger, sums, transaction }
}

test.each([
  ['422 at the balance', tooLittle],
  ['402', respondWith(402)],
])('pauses a batch when the balance is too low (%s) and loses no row and no money', async (_, refusal) => {
  const { enqueue, account, sums, batches, clock } = setUp(3, refusal)
  const batch = await enqueue(100)
  expect(batch()).toMatchObject({
    state: 'paused',
    unsent: 97,
    running: 3,
    failed: 0,
    problem: { code: batchErrors.balance, money: 'not_charged' },
  })
  // At most 2 requests of one operation are in flight at a time.
  expect(account.requests).toBeLessThanOrEqual(3 + 2)
  const sent = account.requests
  expect(sums()).toMatchObject({ quoted: { jobs: 97 }, running: { jobs: 3 }, uncertain: { jobs: 0 } })
  await clock.advance(3_600_000)
  expect(account.requests).toBe(sent)

  account.left = 1000
  batches.resume(batch()?.id ?? '')
  await clock.advance(60_000)
  expect(batch()).toMatchObject({ state: 'running', problem: null, unsent: 0, running: 100 })
})

test('rejects a job without a batch, so that its form can show the problem', async () => {
  const { store, submitter, ledger, clock, transaction } = setUp(0, tooLittle)
  transaction(() => {
    store.insert({ ...preparedJob, id: 'mine', idempotencyKey: 'mine', replaces: null, createdAt: 1 })
    ledger.record('mine', 'quoted', PRICE)
  })
  submitter.sendReady()
  await clock.advance(1000)
  expect(store.find('mine')).toMatchObject({
    state: 'rejected',
    problem: { code: 'service_balance', money: 'not_charged', serviceMessage: 'Not enough balance.' },
  })
})
