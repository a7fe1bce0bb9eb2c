import { describe, expect, test } from 'vitest'
import { type Outage, outages } from '../../../testing/outages.ts'
import { respondOk, testEngine } from '../testEngine.ts'

describe.each(outages.lengths)('an outage of $length', ({ ms }) => {
  test.each<Outage>([...outages.uncertain, ...outages.certain, outages.notFound])(
    'in which $name for polls while jobs are still accepted polls each new job twice at most, besides two polls a minute',
    async (outage) => {
      const times: number[] = []
      const polls = new Map<string, number>()
      const world = testEngine({
        submit: () => respondOk({ request_id: crypto.randomUUID() }),
        poll: (path) => {
          const count = (polls.get(path) ?? 0) + 1
          polls.set(path, count)
          if (count > 2) times.push(world.clock.now() - beganAt)
          return outages.response(outage, world.clock)
        },
      })
      const beganAt = world.clock.now()
      for (let n = 0; n < 10; n++) world.enqueue()
      for (let n = 0; n < 40; n++) {
        await world.clock.advance(ms / 60)
        world.enqueue()
      }
      await world.clock.advance(ms / 3)
      expect(world.store.countIn(['running', 'vanished'])).toBe(50)
      expect(outages.fullestMinute(times)).toBeLessThanOrEqual(2)
    },
  )
})
