import { expect, test } from 'vitest'
import { fakeClock } from '../../testing/fakeClock.ts'
import { memoryLog } from '../../testing/memoryLog.ts'
import { DiskGuard } from './DiskGuard.ts'

function world(free: () => number) {
  const clock = fakeClock()
  const reported: string[] = []
  const guard = new DiskGuard({
    folder: '/nowhere',
    clock,
    log: memoryLog(),
    onChange: (hasRoom) => reported.push(hasRoom ? 'room' : 'no room'),
    freeBytes: free,
  })
  return { clock, reported, guard }
}

test('reports a full disk once, and notices free space automatically', async () => {
  let free = 1e9
  const { clock, reported, guard } = world(() => free)
  expect(guard.hasRoom()).toBe(true)
  free = 1e6
  await clock.advance(6000)
  expect(guard.hasRoom()).toBe(false)
  expect(guard.problem).toMatchObject({ code: 'disk_low', money: 'none', params: { free: 1e6 } })
  await clock.advance(60_000)
  expect(reported).toEqual(['no room'])
  free = 1e9
  await clock.advance(6000)
  expect(reported).toEqual(['no room', 'room'])
  expect(guard.problem).toBeNull()
})

test('checks the disk once for many calls', () => {
  let checks = 0
  const { guard } = world(() => {
    checks++
    return 1e9
  })
  for (let i = 0; i < 100; i++) guard.hasRoom()
  expect(checks).toBe(1)
})

test('blocks nothing if the free space is unknown', () => {
  const { guard } = world(() => {
    throw new Error('not supported')
  })
  expect(guard.hasRoom()).toBe(true)
})
