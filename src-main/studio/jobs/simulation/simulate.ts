import type { CrashPoint } from './crashingDatabase.ts'
import { OUTAGE_NAMES } from './SimService.ts'
import { type SendBlock, SimStudio } from './SimStudio.ts'
import { seededRandom } from './SimClock.ts'

const SEND_BLOCKS: readonly SendBlock[] = ['paused', 'stopped', 'full']
/** Steps of one run, each with an action of the user, a change of the clock or an outage. */
const STEPS = 60
const SECOND = 1000
const HOUR = 3_600_000
const DAY = 24 * HOUR

export interface SimulationFigures {
  sessions: number
  jobs: number
  saved: number
  uncertain: number
}

/** Simulates virtual days with a user, a faulty service and crashes at any statement. Throws if an invariant is violated. */
export async function simulate(seed: number): Promise<SimulationFigures> {
  const random = seededRandom(seed)
  const studio = new SimStudio(random)
  const randomCrashPoint = (): CrashPoint | null =>
    random() < 0.7 ? { statement: 1 + Math.floor(random() * random() * 400), after: random() < 0.5 } : null
  for (let step = 0; step < STEPS; step++) {
    if (studio.hasCrashed) {
      studio.clock.sleep(random() * 60 * SECOND)
      studio.restart(randomCrashPoint())
    }
    act(studio, random)
    const duration = random()
    await studio.advance(
      duration < 0.6 ? random() * 3 * SECOND : duration < 0.95 ? random() * 60 * SECOND : random() * HOUR,
    )
    if (random() < 0.05) studio.crash()
  }
  await studio.runWithoutFaults(2 * DAY)
  studio.invariants.checkEnd()
  const jobs = studio.invariants.jobs()
  const count = (wanted: string): number => jobs.filter(({ state }) => state === wanted).length
  return {
    sessions: studio.sessions,
    jobs: jobs.length,
    saved: count('saved'),
    uncertain: count('uncertain'),
  }
}

function act(studio: SimStudio, random: () => number): void {
  const roll = random()
  if (roll < 0.5) for (let n = Math.ceil(random() * 4); n > 0; n--) studio.enqueue()
  else if (roll < 0.56) studio.cancel()
  else if (roll < 0.62) studio.tryAgain()
  else if (roll < 0.67) studio.repeat()
  else if (roll < 0.72) studio.decide('found')
  else if (roll < 0.77) studio.decide('send_again')
  else if (roll < 0.8) studio.decide('close')
  else if (roll < 0.83) jump(studio, () => studio.clock.sleep(random() * 10 * HOUR))
  else if (roll < 0.86) jump(studio, () => studio.clock.setBack(random() * 5 * HOUR))
  else if (roll < 0.92) studio.block(SEND_BLOCKS[Math.floor(random() * SEND_BLOCKS.length)] ?? 'paused')
  else if (roll < 0.97) studio.unblock()
  else {
    const requests = (['submit', 'poll', 'all'] as const)[Math.floor(random() * 3)] ?? 'all'
    const outage = OUTAGE_NAMES[Math.floor(random() * OUTAGE_NAMES.length)] ?? 'lost'
    studio.service.startOutage(requests, outage, random() * random() * 12 * HOUR)
  }
}

/** Changes the system clock. What was due by then may be sent at once. */
function jump(studio: SimStudio, change: () => void): void {
  change()
  studio.service.allowBurst()
}
