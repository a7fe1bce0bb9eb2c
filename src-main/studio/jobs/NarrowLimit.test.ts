import { expect, test } from 'vitest'
import { NarrowLimit } from './NarrowLimit.ts'

/** A service that refuses what `refuses` says, and a sender that goes as soon as it may; answers the last interval. */
function world(accepted: number, refuses: (interval: number) => boolean) {
  let [now, last, interval] = [1_000_000, 1_000_000, 0]
  const limit = new NarrowLimit({ accepted, last })
  const send = (times: number): number => {
    for (let n = 0; n < times; n++) {
      now = Math.max(now + 1, limit.next() ?? now)
      limit.take(now)
      interval = now - last
      if (refuses(interval)) limit.refused(now, 0)
      else {
        limit.success(now)
        last = now
      }
    }
    return interval
  }
  return { limit, send }
}

test('an interval learnt by accident, such as from a refusal after a long rest, is doubted and given up', () => {
  const { send } = world(27_000, () => false)
  expect(send(20)).toBeGreaterThan(20_000)
  expect(send(60)).toBeLessThan(100)
})

test('a real interval stays, for ever fewer refusals', () => {
  let refusals = 0
  const { limit, send } = world(500, (interval) => {
    if (interval >= 496) return false
    refusals++
    return true
  })
  send(900)
  expect(refusals).toBe(0)
  send(4000)
  expect(refusals).toBeGreaterThan(0)
  expect(refusals).toBeLessThanOrEqual(4)
  expect(limit.interval).toBeLessThan(520)
})
