import { setTimeout as sleep } from 'node:timers/promises'

/** What a service has seen so far. */
export interface SeenRequests {
  submit: number
  status: number
  result: number
}

interface Life {
  /** Settles when the studio has opened, or can't. */
  opening: Promise<unknown>
  /** Clicks answered in this life. */
  clicked: () => number
  jobs: number
  counts: (() => SeenRequests) | null
  random: () => number
}

const OPENING_MS = 80
const LIFE_MS = 300
/** A moment that does not come is given up. */
const MAX_MS = 1500

/**
 * Resolves at the moment of a life's end: at any time, or just after a click was answered or the n-th submit, poll or download
 * reached the service, so that no stage is spared on a slow machine.
 */
export async function killMoment({ opening, clicked, jobs, counts, random }: Life): Promise<void> {
  const way = random()
  if (way < 0.12) return sleep(random() * OPENING_MS)
  await opening
  if (way < 0.4) return sleep(random() * LIFE_MS)
  const wanted = Math.ceil(random() * jobs)
  const kind = (['submit', 'status', 'result'] as const)[Math.floor(random() * 3)] ?? 'submit'
  const before = counts?.()[kind] ?? 0
  const came = (): boolean =>
    way < 0.6 || counts === null ? clicked() >= wanted : counts()[kind] - before >= wanted
  const until = Date.now() + MAX_MS
  while (!came() && Date.now() < until) await sleep(1)
  await sleep(random() * 12)
}
