import { beforeEach, expect, test, vi } from 'vitest'
import type { Announcement, Progress } from '../../../../src-preload/contract/types/progress.ts'
import { DesktopStatus, type DesktopSystem } from './DesktopStatus.ts'

let focused: boolean
let blockers: Set<number>
let system: { [K in keyof DesktopSystem]: ReturnType<typeof vi.fn<DesktopSystem[K]>> }
let status: DesktopStatus
beforeEach(() => {
  focused = false
  blockers = new Set()
  let ids = 0
  system = {
    setProgress: vi.fn(),
    setBadge: vi.fn(),
    preventSleep: vi.fn(() => {
      blockers.add(++ids)
      return ids
    }),
    allowSleep: vi.fn((id) => void blockers.delete(id)),
    notify: vi.fn(),
    isFocused: vi.fn(() => focused),
    bringToFront: vi.fn(),
  }
  status = new DesktopStatus(system)
})

const working: Progress = { done: 3, total: 12, fraction: 0.25, isActive: true, needsAttention: false }
const idle: Progress = { done: 0, total: 0, fraction: 0, isActive: false, needsAttention: false }
const show = (progress: Progress) => status.onEvent({ type: 'progress', progress })

const batch: Announcement = {
  id: 'b 1',
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
const announce = (announcement: Announcement) => status.onEvent({ type: 'announcement', announcement })

test('the progress bar shows the progress, signals an error if attention is needed, and is removed when idle', () => {
  show({ ...working, done: 0, fraction: 0 })
  show(working)
  show({ ...working, fraction: 0, needsAttention: true })
  show(idle)
  expect(system.setProgress.mock.calls).toEqual([
    [2, 'indeterminate'],
    [0.25, 'normal'],
    [0.01, 'error'],
    [-1, 'none'],
  ])
  expect(system.setBadge.mock.calls.map(([count]) => count)).toEqual([12, 9, 9, 0])
})

test('keeps the computer awake only if enabled, and only while jobs are active', () => {
  show(working)
  expect(blockers.size).toBe(0)
  status.applySettings({ keepAwake: true })
  show({ ...working, done: 4 })
  expect(blockers.size).toBe(1)
  expect(system.preventSleep).toHaveBeenCalledOnce()
  show({ ...working, isActive: false, needsAttention: true })
  expect(blockers.size).toBe(0)
  show(working)
  status.applySettings({ keepAwake: false })
  expect(blockers.size).toBe(0)
  status.applySettings({ keepAwake: true })
  status.close()
  expect(blockers.size).toBe(0)
})

test('announces a batch, silently unless enabled, and a click opens it in the queue', () => {
  focused = true
  announce(batch)
  const [text] = system.notify.mock.lastCall ?? []
  expect(text).toMatchObject({
    title: 'Night foxes',
    body: '98 saved, 2 failed, $0.41 quoted',
    silent: true,
  })
  text?.onClick()
  expect(system.bringToFront).toHaveBeenCalledExactlyOnceWith('queue/b%201')
  announce({ ...batch, playSound: true })
  expect(system.notify.mock.lastCall?.[0].silent).toBe(false)
})

test('announces a single job while the window has no focus, and a click shows its result', () => {
  const job: Announcement = { ...batch, about: 'job', assetId: 'a1' }
  focused = true
  announce(job)
  expect(system.notify).not.toHaveBeenCalled()
  focused = false
  announce(job)
  system.notify.mock.lastCall?.[0].onClick()
  announce({ ...job, assetId: null })
  system.notify.mock.lastCall?.[0].onClick()
  expect(system.bringToFront.mock.calls).toEqual([['gallery/a1'], ['queue']])
})
