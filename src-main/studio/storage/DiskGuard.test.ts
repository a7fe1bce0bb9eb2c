import { expect, test } from 'vitest'
import { fakeClock } from '../testing/fakeClock.ts'
import { memoryLog } from '../testing/memoryLog.ts'
import { DiskGuard } from './DiskGuard.ts'

function world(free: () => number) {
  const clock = fakeClock()
  const told: string[] = []
  const guard = new DiskGuard({
    folder: '/nowhere',
    clock,
    log: memoryLog(),
    onChange: (hasRoom) => told.push(hasRoom ? 'room' : 'no room'),
    freeBytes: free,
  })
  return { clock, told, guard }
}

test('a disk that fills up is told once, and by itself when there is room again', async () => {
  let free = 1e9
  const { clock, told, guard } = world(() => free)
  expect(guard.hasRoom()).toBe(true)
  free = 1e6
  await clock.advance(6000)
  expect(guard.hasRoom()).toBe(false)
  expect(guard.problem).toMatchObject({ code: 'disk_low', money: 'none', params: { free: 1e6 } })
  await clock.advance(60_000)
  expect(told).toEqual(['no room'])
  free = 1e9
  await clock.advance(6000)
  expect(told).toEqual(['no room', 'room'])
  expect(guard.problem).toBeNull()
})

test('many questions are one look at the disk', () => {
  let looks = 0
  const { guard } = world(() => {
    looks++
    return 1e9
  })
  for (let i = 0; i < 100; i++) guard.hasRoom()
  expect(looks).toBe(1)
})

test('a disk whose room nobody tells stops nothing', () => {
  const { guard } = world(() => {
    throw new Error('not supported')
  })
  expect(guard.hasRoom()).toBe(true)
})
