import { beforeEach, expect, test } from 'vitest'
import { ProbeBreaker } from './ProbeBreaker.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
let breaker: ProbeBreaker
beforeEach(() => {
  breaker = new ProbeBreaker()
})
const until = (now: number) => breaker.listWaiting(now)[0]?.at ?? null

test('a failed scope waits two seconds, then needs a probe before the next request', () => {
  breaker.recordFailure('a', 0, false)
  expect([breaker.isTripped('a'), breaker.needsProbe('a'), until(0)]).toEqual([true, true, 2 * SECOND])
  expect(breaker.listWaiting(2 * SECOND)).toEqual([])
  expect(breaker.isTripped('b')).toBe(false)
  expect(breaker.needsProbe('b')).toBe(false)
})

test('a scope waits while it is probed, and needs no probe after one that worked', () => {
  breaker.recordFailure('a', 0, false)
  breaker.recordProbeStart('a')
  expect(until(MINUTE)).toBe(Infinity)
  breaker.recordProbeEnd('a', MINUTE, true)
  expect([breaker.needsProbe('a'), breaker.isTripped('a'), until(MINUTE)]).toEqual([false, true, null])
  breaker.recordSuccess('a')
  expect(breaker.isTripped('a')).toBe(false)
})

test('the pause between failed probes grows from 30 seconds to 15 minutes', () => {
  breaker.recordFailure('a', 0, false)
  const pauses = Array.from({ length: 8 }, () => {
    breaker.recordProbeStart('a')
    breaker.recordProbeEnd('a', 0, false)
    return until(-1)
  })
  expect(pauses.map((pause) => (pause ?? 0) / SECOND)).toEqual([30, 60, 120, 240, 480, 900, 900, 900])
  expect(breaker.needsProbe('a')).toBe(true)
})

test('the pause after requests that fail despite successful probes grows from 2 seconds to 2 days', () => {
  const pauses = Array.from({ length: 6 }, () => {
    breaker.recordFailure('a', 0, false)
    const pause = until(-1)
    breaker.recordProbeStart('a')
    breaker.recordProbeEnd('a', 0, true)
    return pause
  })
  expect(pauses.map((pause) => (pause ?? 0) / SECOND)).toEqual([2, 30, 600, 21_600, 172_800, 172_800])
})

test('harmless failures delay a scope by at most 15 minutes', () => {
  for (let n = 0; n < 6; n++) breaker.recordFailure('a', 0, true)
  expect(until(0)).toBe(15 * MINUTE)
})

test('allowing probes ends the waits of the matching scopes, except of one that is being probed', () => {
  breaker.recordFailure('a', 0, false)
  breaker.recordFailure('b', 0, false)
  breaker.recordFailure('c', 0, false)
  breaker.recordProbeStart('b')
  breaker.allowProbes(1, (scope) => scope !== 'c')
  expect(breaker.listWaiting(1)).toEqual([
    { scope: 'b', at: Infinity },
    { scope: 'c', at: 2 * SECOND },
  ])
})
