import { beforeEach, expect, test, vi } from 'vitest'
import type { Announcement, Progress } from '../../../../src-preload/contract/types/work.ts'
import { Desk, type DeskDoors } from './Desk.ts'

let focused: boolean
let held: Set<number>
let doors: { [K in keyof DeskDoors]: ReturnType<typeof vi.fn<DeskDoors[K]>> }
let desk: Desk
beforeEach(() => {
  focused = false
  held = new Set()
  let ids = 0
  doors = {
    bar: vi.fn(),
    badge: vi.fn(),
    wake: vi.fn(() => {
      held.add(++ids)
      return ids
    }),
    rest: vi.fn((id) => void held.delete(id)),
    notify: vi.fn(),
    isFocused: vi.fn(() => focused),
    bringToFront: vi.fn(),
  }
  desk = new Desk(doors)
})

const going: Progress = { done: 3, total: 12, part: 0.25, moving: true, trouble: false }
const rest: Progress = { done: 0, total: 0, part: 0, moving: false, trouble: false }
const show = (progress: Progress) => desk.onEvent({ type: 'progress', progress })

const batch: Announcement = {
  id: 'b 1',
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
const tell = (announcement: Announcement) => desk.onEvent({ type: 'announcement', announcement })

test('the bar goes with the work, stands red in trouble, and is gone at rest', () => {
  show({ ...going, done: 0, part: 0 })
  show(going)
  show({ ...going, part: 0, trouble: true })
  show(rest)
  expect(doors.bar.mock.calls).toEqual([
    [2, 'indeterminate'],
    [0.25, 'normal'],
    [0.01, 'error'],
    [-1, 'none'],
  ])
  expect(doors.badge.mock.calls.map(([count]) => count)).toEqual([12, 9, 9, 0])
})

test('the machine is kept awake only if wished, and only while something moves', () => {
  show(going)
  expect(held.size).toBe(0)
  desk.set({ keepAwake: true })
  show({ ...going, done: 4 })
  expect(held.size).toBe(1)
  expect(doors.wake).toHaveBeenCalledOnce()
  show({ ...going, moving: false, trouble: true })
  expect(held.size).toBe(0)
  show(going)
  desk.set({ keepAwake: false })
  expect(held.size).toBe(0)
  desk.set({ keepAwake: true })
  desk.close()
  expect(held.size).toBe(0)
})

test('a batch is told of in words, silent unless wished, and a click opens it in the queue', () => {
  focused = true
  tell(batch)
  const [words] = doors.notify.mock.lastCall ?? []
  expect(words).toMatchObject({
    title: 'Night foxes',
    body: '98 saved, 2 failed, $0.41 quoted',
    silent: true,
  })
  words?.onClick()
  expect(doors.bringToFront).toHaveBeenCalledExactlyOnceWith('queue/b%201')
  tell({ ...batch, sound: true })
  expect(doors.notify.mock.lastCall?.[0].silent).toBe(false)
})

test('a job by itself is told of while the window is not looked at, and a click shows its result', () => {
  const job: Announcement = { ...batch, about: 'job', asset: 'a1' }
  focused = true
  tell(job)
  expect(doors.notify).not.toHaveBeenCalled()
  focused = false
  tell(job)
  doors.notify.mock.lastCall?.[0].onClick()
  tell({ ...job, asset: null })
  doors.notify.mock.lastCall?.[0].onClick()
  expect(doors.bringToFront.mock.calls).toEqual([['gallery/a1'], ['queue']])
})
