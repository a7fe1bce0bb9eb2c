import { Database } from '../../storage/database/Database.ts'
import { respondOk, preparedJob, testEngine } from '../engine/testEngine.ts'
import { seededRandom, SimClock } from './SimClock.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

export interface PollsAfterSleep {
  /** The most polls of one job in the first minute after the machine woke. */
  maxPollsPerJob: number
  /** All polls in that minute, and the most in one second. */
  polls: number
  maxPollsPerSecond: number
}

/** Lets the machine sleep for hours while many jobs run, and counts the polls in the first minute after it wakes. */
export async function simulateSleep({ jobs = 1000, hours = 8, seed = 1 } = {}): Promise<PollsAfterSleep> {
  const clock = new SimClock()
  const random = seededRandom(seed)
  const polled: { id: string; at: number }[] = []
  const sessionClock = clock.ofSession(() => false)
  const { engine, store, database } = testEngine(
    {
      poll: async (path) => {
        polled.push({ id: path, at: clock.time })
        await clock.wait(20 + random() * 60)
        return respondOk({ status: 'processing', progress: 40 })
      },
    },
    new Database(':memory:'),
    preparedJob,
    { clock: sessionClock, random },
  )
  database.transaction(() => {
    for (let n = 0; n < jobs; n++) {
      const about = {
        id: `job ${n}`,
        idempotencyKey: `click ${n}`,
        replaces: null,
        createdAt: sessionClock.now(),
      }
      store.insert({ ...preparedJob, ...about, priority: 1 })
      store.move(about.id, 'sending', { sentAt: sessionClock.now() })
      store.move(about.id, 'running', { requestId: `request-${n}`, acceptedAt: sessionClock.now() })
    }
  })
  engine.markInterruptedUncertain()
  engine.start()
  await clock.advance(10 * MINUTE)
  clock.sleep(hours * HOUR)
  polled.length = 0
  const wokeAt = clock.time
  await clock.advance(MINUTE)
  await engine.close()

  const first = polled.filter(({ at }) => at < wokeAt + MINUTE)
  const counts = new Map<string, number>()
  const seconds = new Map<number, number>()
  for (const { id, at } of first) {
    counts.set(id, (counts.get(id) ?? 0) + 1)
    const second = Math.floor((at - wokeAt) / 1000)
    seconds.set(second, (seconds.get(second) ?? 0) + 1)
  }
  return {
    maxPollsPerJob: Math.max(0, ...counts.values()),
    polls: first.length,
    maxPollsPerSecond: Math.max(0, ...seconds.values()),
  }
}
