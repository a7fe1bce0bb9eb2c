import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Announcement } from '../../src-preload/contract/types/progress.ts'
import { announce } from './announce.ts'

class FakeNotification extends EventTarget {
  static permission: NotificationPermission = 'granted'
  static instances: FakeNotification[] = []
  readonly title: string
  readonly options: NotificationOptions | undefined
  constructor(title: string, options?: NotificationOptions) {
    super()
    this.title = title
    this.options = options
    FakeNotification.instances.push(this)
  }
  close(): void {}
}

type LockCallback = (lock: { name: string } | null) => unknown

/** The locks that the tabs of a browser share. A request for a lock that is held gets none. */
function fakeLocks() {
  const held = new Set<string>()
  const request = async (name: string, first: LockOptions | LockCallback, second?: LockCallback) => {
    const callback = typeof first === 'function' ? first : second
    if (held.has(name)) return callback?.(null)
    held.add(name)
    const result = await callback?.({ name })
    held.delete(name)
    return result
  }
  return { request }
}

let isFocused = false
/** Announces in a tab that has the focus or not. */
const announceIn = (tab: 'focused' | 'unfocused', announcement: Announcement) => {
  isFocused = tab === 'focused'
  return announce(announcement)
}
afterEach(() => {
  vi.useRealTimers()
})
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { locks: fakeLocks() })
  FakeNotification.instances = []
  FakeNotification.permission = 'granted'
  isFocused = false
  location.hash = ''
  vi.stubGlobal('Notification', FakeNotification)
  vi.spyOn(window, 'focus').mockImplementation(() => {})
  vi.spyOn(document, 'hasFocus').mockImplementation(() => isFocused)
})

const batch: Announcement = {
  id: 'b',
  about: 'batch',
  name: 'Night foxes',
  saved: 98,
  failed: 2,
  uncertain: 0,
  unsent: 0,
  quoted: 410_000_000,
  stopReason: null,
  assetId: null,
  playSound: false,
}

test('a batch shows a notification, silent by default, and a click opens it in the queue', () => {
  isFocused = true
  void announce(batch)
  const [shown] = FakeNotification.instances
  expect(shown?.title).toBe('Night foxes')
  expect(shown?.options).toMatchObject({ body: '98 saved, 2 failed, $0.41 quoted', tag: 'b', silent: true })
  shown?.dispatchEvent(new Event('click'))
  expect(location.hash).toBe('#/queue/b')
  expect(window.focus).toHaveBeenCalledOnce()
})

test('a stopped batch shows the reason', () => {
  void announce({ ...batch, failed: 0, uncertain: 1, unsent: 12, stopReason: 'cap', playSound: true })
  expect(FakeNotification.instances[0]?.options).toMatchObject({
    body: 'Batch limit reached: 98 saved, 1 unconfirmed, 12 waiting, $0.41 quoted',
    silent: false,
  })
})

const job: Announcement = { ...batch, about: 'job', name: '', saved: 1, assetId: 'a1', quoted: 4_213_000 }

test('a single job shows a notification while no tab has the focus', async () => {
  void announceIn('unfocused', job)
  await vi.advanceTimersByTimeAsync(1000)
  expect(FakeNotification.instances[0]).toMatchObject({
    title: 'Easel',
    options: { body: 'Saved, $0.004213 quoted' },
  })
  FakeNotification.instances[0]?.dispatchEvent(new Event('click'))
  expect(location.hash).toBe('#/gallery/a1')
})

test.each([
  ['this tab', ['focused']],
  ['another tab, which received it before', ['focused', 'unfocused']],
  ['another tab, which received it after', ['unfocused', 'focused']],
] as const)('a single job shows no notification while %s has the focus', async (_, tabs) => {
  for (const tab of tabs) void announceIn(tab, job)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(FakeNotification.instances).toEqual([])
})

test.each(['default', 'denied'] as const)(
  'without permission (%s), nothing is shown or requested',
  (permission) => {
    FakeNotification.permission = permission
    void announce(batch)
    expect(FakeNotification.instances).toEqual([])
  },
)
