// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import type { Announcement } from '../../src-preload/contract/types/work.ts'
import { announce } from './announce.ts'

class Shown extends EventTarget {
  static permission: NotificationPermission = 'granted'
  static all: Shown[] = []
  readonly title: string
  readonly options: NotificationOptions | undefined
  constructor(title: string, options?: NotificationOptions) {
    super()
    this.title = title
    this.options = options
    Shown.all.push(this)
  }
  close(): void {}
}
let focused = false
beforeEach(() => {
  Shown.all = []
  Shown.permission = 'granted'
  focused = false
  location.hash = ''
  vi.stubGlobal('Notification', Shown)
  vi.spyOn(window, 'focus').mockImplementation(() => {})
  vi.spyOn(document, 'hasFocus').mockImplementation(() => focused)
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
  stopped: null,
  asset: null,
  sound: false,
}

test('a batch is told of in words, silent unless wished, and a click opens it in the queue', () => {
  focused = true
  announce(batch)
  const [shown] = Shown.all
  expect(shown?.title).toBe('Night foxes')
  expect(shown?.options).toMatchObject({ body: '98 saved, 2 failed, $0.41 quoted', tag: 'b', silent: true })
  shown?.dispatchEvent(new Event('click'))
  expect(location.hash).toBe('#/queue/b')
  expect(window.focus).toHaveBeenCalledOnce()
})

test('one that stands still says at what', () => {
  announce({ ...batch, failed: 0, uncertain: 1, unsent: 12, stopped: 'cap', sound: true })
  expect(Shown.all[0]?.options).toMatchObject({
    body: 'Batch limit reached: 98 saved, 1 unconfirmed, 12 not sent, $0.41 quoted',
    silent: false,
  })
})

test('a job by itself is told of while the page is not looked at', () => {
  const job: Announcement = { ...batch, about: 'job', name: '', saved: 1, asset: 'a1', quoted: 4_213_000 }
  focused = true
  announce(job)
  expect(Shown.all).toEqual([])
  focused = false
  announce(job)
  expect(Shown.all[0]).toMatchObject({ title: 'Easel', options: { body: 'Saved, $0.004213 quoted' } })
  Shown.all[0]?.dispatchEvent(new Event('click'))
  expect(location.hash).toBe('#/gallery/a1')
})

test.each(['default', 'denied'] as const)(
  'a browser that was not allowed to (%s) is not asked by this',
  (permission) => {
    Shown.permission = permission
    announce(batch)
    expect(Shown.all).toEqual([])
  },
)
