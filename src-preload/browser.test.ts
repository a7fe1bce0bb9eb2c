import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import type { StudioEvent } from './contract/events.ts'
import { createBrowserBridge } from './browser.ts'

/** Whether the window gets an event of this type after a reconnect, in place of missed ones. */
const IS_REPLACED: Record<StudioEvent['type'], boolean> = {
  'jobs.changed': true,
  'queue.changed': true,
  'library.changed': true,
  'embeddings.changed': true,
  'exports.changed': true,
  'imports.changed': true,
  'maintenance.changed': true,
  'models.changed': true,
  'prices.changed': true,
  'connections.changed': true,
  'health.changed': true,
  'settings.changed': true,
  'snippets.changed': true,
  'balance.changed': true,
  'notices.withdrawn': true,
  progress: true,
  // The notices are loaded again for `notices.withdrawn`.
  notice: false,
  'disk.changed': true,
  // Each happens once; nothing keeps it for later.
  'tag.renamed': false,
  announcement: false,
  go: false,
  open: false,
}

let sockets: Socket[]
let failingRoutes: string[]
/** Events that are sent after the response to a route. */
let eventsAfter: Record<string, StudioEvent>
const JOBS = [{ id: 'job' }]

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  ;[sockets, failingRoutes, eventsAfter] = [[], [], {}]
  vi.stubGlobal('WebSocket', Socket)
  vi.stubGlobal('location', { protocol: 'http:', host: 'easel.localhost:4400' })
})

/** A connection that responds to every call at once. */
class Socket extends EventTarget {
  static readonly OPEN = 1
  readyState = 0

  constructor() {
    super()
    sockets.push(this)
  }

  send(text: string): void {
    const { id, route }: { id: number; route: string } = JSON.parse(text)
    const envelope = failingRoutes.includes(route)
      ? { ok: false, error: { code: 'disk_failed' } }
      : { ok: true, data: route === 'jobs.list' ? { jobs: JOBS } : { total: 3 } }
    this.#receive({ id, envelope })
    if (eventsAfter[route]) this.#receive(eventsAfter[route])
  }

  open(): void {
    this.readyState = Socket.OPEN
    this.dispatchEvent(new Event('open'))
  }

  /** Receives a message in a task of its own, as from a network. */
  #receive(message: object): void {
    setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) })))
  }
}

/** The events that a window gets when its connection to the host was interrupted. */
async function reconnect(): Promise<StudioEvent[]> {
  const received: StudioEvent[] = []
  createBrowserBridge().onEvent((event) => received.push(event))
  sockets[0]?.open()
  sockets[0]?.dispatchEvent(new Event('close'))
  await vi.advanceTimersByTimeAsync(1000)
  expect(received).toEqual([])
  sockets[1]?.open()
  await vi.advanceTimersByTimeAsync(10)
  return received
}

it('replaces every missed event that can be made up for after a reconnect', async () => {
  const received = await reconnect()
  const expected = Object.entries(IS_REPLACED).flatMap(([type, isReplaced]) => (isReplaced ? [type] : []))
  expect(received.map(({ type }) => type).sort()).toEqual(expected.sort())
  expect(received).toContainEqual({ type: 'jobs.changed', jobs: JOBS })
  expect(received).toContainEqual({ type: 'progress', progress: { total: 3 } })
})

it('replaces the other events if the jobs can’t be loaded', async () => {
  failingRoutes = ['jobs.list', 'progress.get']
  const types = (await reconnect()).map(({ type }) => type)
  expect(types).toContain('queue.changed')
  expect(types).not.toContain('jobs.changed')
})

it('delivers an event that follows the response with the missed jobs after them', async () => {
  eventsAfter = { 'jobs.list': { type: 'jobs.changed', jobs: [] } }
  const received = await reconnect()
  expect(received.filter(({ type }) => type === 'jobs.changed')).toEqual([
    { type: 'jobs.changed', jobs: JOBS },
    { type: 'jobs.changed', jobs: [] },
  ])
})
