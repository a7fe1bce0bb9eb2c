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
  'connections.changed': true,
  'health.changed': true,
  'settings.changed': true,
  'snippets.changed': true,
  'balance.changed': true,
  'notices.withdrawn': true,
  progress: true,
  // The notices are loaded again for `notices.withdrawn`.
  notice: false,
  // Each happens once; nothing keeps it for later.
  'tag.renamed': false,
  announcement: false,
  go: false,
  open: false,
}

let sockets: Socket[]
let failingRoutes: string[]
const JOBS = [{ id: 'job' }]

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  ;[sockets, failingRoutes] = [[], []]
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
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ id, envelope }) }))
  }

  open(): void {
    this.readyState = Socket.OPEN
    this.dispatchEvent(new Event('open'))
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
  await vi.advanceTimersByTimeAsync(0)
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
  failingRoutes = ['jobs.list', 'work.progress']
  const types = (await reconnect()).map(({ type }) => type)
  expect(types).toContain('queue.changed')
  expect(types).not.toContain('jobs.changed')
})
