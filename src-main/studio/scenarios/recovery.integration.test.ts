import { randomUUID } from 'node:crypto'
import { Agent, type Dispatcher } from 'undici'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startSandbox } from '../../sandbox/startSandbox.ts'
import { systemClock } from '../../hosts/shared/world/systemClock.ts'
import { createStudio } from '../createStudio.ts'
import type { Studio } from '../Studio.ts'
import { fakeKeychain } from '../testing/fakeKeychain.ts'
import { memoryLog } from '../testing/memoryLog.ts'
import { startHangingLine } from '../testing/servers/startHangingLine.ts'
import { temporaryFolder } from '../testing/temporaryFolder.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
/** Maximum time until lists and prices are available again after an outage, by the fake clock. */
const MAX_RECOVERY_MS = 45 * SECOND

// Time limits, back-off and the window's timers use the fake clock; sockets and files use real time.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
})

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** An agent that counts the exchanges that have not ended. */
function countingDispatcher(agent: Agent) {
  let open = 0
  const dispatch: Dispatcher['dispatch'] = (options, handler) => {
    open++
    const ends = new Set(['onResponseEnd', 'onResponseError'])
    const counted = new Proxy(handler, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return (...inputs: unknown[]): unknown => {
          if (ends.delete(String(name))) {
            ends.clear()
            open--
          }
          return Reflect.apply(value, target, inputs)
        }
      },
    })
    return agent.dispatch(options, counted)
  }
  return { dispatch, open: () => open }
}

/**
 * Requests lists and prices as a window does, with the same delays between retries, and retries a connection in an
 * outage when that is due.
 */
function openWindow(studio: Studio, draft: Parameters<Studio['handlers']['quotes.price']>[0]) {
  const { handlers } = studio
  const shown = { pricedAt: 0, listedAt: 0 }
  const retries = [5, 30, 60, 120, 240, 480, 900].map((seconds) => seconds * SECOND)
  let latestRequest = 0
  let lastRecoveredAt: number | null = null
  let shownDraft = { ...draft, values: { ...draft.values } }
  let stopTimer = () => {}
  const tryPrice = async (request: number, failures: number): Promise<void> => {
    const quote = await handlers['quotes.price'](shownDraft)
    if (request !== latestRequest) return
    if (quote.state === 'superseded') stopTimer = systemClock.after(400, () => void requestPrice())
    if (quote.state === 'priced') shown.pricedAt = Date.now()
    if (quote.state !== 'unavailable') return
    const until = quote.problem.retryAt
    const wait = retries[Math.min(failures, retries.length - 1)] ?? 0
    const ms = until !== undefined ? Math.max(until - Date.now(), 5 * SECOND) : wait
    stopTimer = systemClock.after(ms, () => void tryPrice(request, failures + 1))
  }
  const requestPrice = async (): Promise<void> => {
    stopTimer()
    await tryPrice(++latestRequest, 0)
  }
  const requestList = async (): Promise<void> => {
    await handlers['operations.list']()
    const { refreshedAt } = await handlers['models.list']({ operation: 'txt2img' })
    shown.listedAt = refreshedAt ?? 0
  }
  const checkHealth = async (): Promise<void> => {
    const { connections } = await handlers['connections.health']()
    const recoveredAt = connections[0]?.recoveredAt ?? null
    if (recoveredAt !== lastRecoveredAt) void requestPrice()
    lastRecoveredAt = recoveredAt
  }
  const stop = studio.onEvent(({ type }) => {
    if (type === 'models.changed') void requestList()
    if (type === 'health.changed') void checkHealth()
  })
  const tick = async (): Promise<void> => {
    const { connections } = await handlers['connections.health']()
    for (const { connectionId: id, outage } of connections)
      if (outage?.nextTryAt != null && outage.nextTryAt <= Date.now() && !outage.trying)
        void handlers['connections.try_again']({ id, immediately: false })
  }
  return {
    shown,
    tick,
    requestList,
    requestPrice,
    /** An edit of the form that may change the price. */
    edit: (steps: number) => {
      shownDraft = { ...shownDraft, values: { ...shownDraft.values, steps } }
      return requestPrice()
    },
    close: () => {
      stop()
      stopTimer()
      latestRequest++
    },
  }
}

/** A studio with a window that shows a form, and a sandbox whose responses can hang. */
async function recoveryWorld() {
  const sandbox = await startSandbox({ flavour: 'spec', speed: 60, seed: 7 })
  const sandboxAgent = new Agent()
  const line = await startHangingLine(sandbox.address, sandboxAgent)
  const agent = new Agent({ allowH2: false, pipelining: 1 })
  const dispatcher = countingDispatcher(agent)
  const studio = await createStudio({
    version: '0',
    dataFolder: temporaryFolder(),
    clock: systemClock,
    random: Math.random,
    uuid: randomUUID,
    dispatcher,
    keychain: fakeKeychain(),
    sandbox: { start: async () => ({ address: line.address, key: sandbox.key }) },
    environment: { address: line.address, key: sandbox.key },
    log: memoryLog(),
  })
  const { handlers } = studio
  await handlers['models.refresh']()
  const { models } = await handlers['models.list']({ operation: 'txt2img' })
  const model = models[0]?.slug ?? ''
  const { defaults } = await handlers['forms.open']({ operation: 'txt2img', model })
  const { connections } = await handlers['connections.list']()
  const connection = connections[0]?.id ?? ''
  const values = { ...defaults, prompt: 'before the outage' }
  const window = openWindow(studio, { operation: 'txt2img', model, values, draftId: 'd', kind: 'choice' })
  onTestFinished(async () => {
    window.close()
    line.hangs = () => false
    vi.useRealTimers()
    await agent.destroy()
    await studio.close()
    await line[Symbol.asyncDispose]()
    await sandboxAgent.destroy()
    await sandbox.close()
  })
  /** Waits until only requests that hang are open. */
  const settle = async (): Promise<void> => {
    do for (let n = 0; n < 5; n++) await nextTurn()
    while (dispatcher.open() !== line.hanging())
  }
  const advance = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += SECOND) {
      await vi.advanceTimersByTimeAsync(SECOND)
      await settle()
      await window.tick()
      await settle()
    }
  }
  await window.requestPrice()
  await settle()
  return { handlers, line, window, connection, advance, settle }
}

const lengths = [
  { length: 'five seconds', ms: 5 * SECOND },
  { length: 'twenty-five seconds', ms: 25 * SECOND },
  { length: 'seventy seconds', ms: 70 * SECOND },
  { length: 'five minutes', ms: 5 * MINUTE },
  { length: 'half an hour', ms: 30 * MINUTE },
]
const phases = [0, 7, 19].map((seconds) => seconds * SECOND)

describe.each(lengths)(
  'lists and prices come back within 45 s after every request hung for $length',
  ({ ms }) => {
    test.each(phases)('and %i ms', async (phase) => {
      const { handlers, line, window, advance } = await recoveryWorld()
      line.hangs = () => true
      void handlers['models.refresh']()
      await advance(2 * SECOND)
      void window.edit(1)
      await advance(ms - 2 * SECOND + phase)
      line.hangs = () => false
      const returnedAt = Date.now()
      await advance(MAX_RECOVERY_MS)
      expect(window.shown.listedAt).toBeGreaterThanOrEqual(returnedAt)
      expect(window.shown.pricedAt).toBeGreaterThanOrEqual(returnedAt)
    })

    test.each(phases)('although both were requested shortly before, and %i ms', async (phase) => {
      const { handlers, line, window, connection, advance } = await recoveryWorld()
      line.hangs = () => true
      await advance(ms + phase)
      void handlers['connections.try_again']({ id: connection, immediately: true })
      void handlers['models.refresh']()
      void window.edit(2)
      await advance(2 * SECOND)
      line.hangs = () => false
      const returnedAt = Date.now()
      await advance(MAX_RECOVERY_MS)
      expect(window.shown.listedAt).toBeGreaterThanOrEqual(returnedAt)
      expect(window.shown.pricedAt).toBeGreaterThanOrEqual(returnedAt)
    })
  },
)

test('lists and prices are available at once when the user retries, although the last request hangs', async () => {
  const { handlers, line, window, connection, advance, settle } = await recoveryWorld()
  line.hangs = () => true
  void handlers['models.refresh']()
  void window.edit(1)
  await advance(5 * MINUTE + 7 * SECOND)
  line.hangs = () => false
  const returnedAt = Date.now()
  expect(window.shown.listedAt).toBeLessThan(returnedAt)
  void handlers['connections.try_again']({ id: connection, immediately: true })
  await settle()
  await advance(SECOND)
  expect(window.shown.listedAt).toBeGreaterThanOrEqual(returnedAt)
  expect(window.shown.pricedAt).toBeGreaterThanOrEqual(returnedAt)
})

test.each([
  ['list of models', /per_page=100/],
  ['price', /price-calculation/],
])('if only requests for the %s hang, their back-off continues', async (_, route) => {
  const { handlers, line, window, advance } = await recoveryWorld()
  line.hangs = (request) => route.test(request)
  void handlers['models.refresh']()
  void window.edit(1)
  const before = line.received.length
  await advance(60 * MINUTE)
  const requests = line.received.slice(before).filter((request) => route.test(request))
  // At most two in the first minutes, then pauses that grow to a quarter of an hour.
  expect(requests.length).toBeGreaterThan(4)
  expect(requests.length).toBeLessThan(12)
})
