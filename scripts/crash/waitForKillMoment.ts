import { setTimeout as sleep } from 'node:timers/promises'

/** Numbers of requests a service has received. */
export interface SeenRequests {
  submit: number
  status: number
  result: number
}

interface CycleState {
  /** Settles when the studio has opened or failed to open. */
  opening: Promise<unknown>
  /** Number of completed clicks in this cycle. */
  completedClicks: () => number
  jobs: number
  counts: (() => SeenRequests) | null
  random: () => number
}

const OPENING_MS = 80
const RUNNING_MS = 300
/** Longest wait for the chosen event. */
const MAX_MS = 1500

/**
 * Resolves when the studio is to be killed: at a random time, or just after the n-th click completed or the n-th submission, poll
 * or download reached the service, so that every stage is hit even on a slow machine.
 */
export async function waitForKillMoment({
  opening,
  completedClicks,
  jobs,
  counts,
  random,
}: CycleState): Promise<void> {
  const choice = random()
  if (choice < 0.12) return sleep(random() * OPENING_MS)
  await opening
  if (choice < 0.4) return sleep(random() * RUNNING_MS)
  const target = Math.ceil(random() * jobs)
  const kind = (['submit', 'status', 'result'] as const)[Math.floor(random() * 3)] ?? 'submit'
  const before = counts?.()[kind] ?? 0
  const isReached = (): boolean =>
    choice < 0.6 || counts === null ? completedClicks() >= target : counts()[kind] - before >= target
  const deadline = Date.now() + MAX_MS
  while (!isReached() && Date.now() < deadline) await sleep(1)
  await sleep(random() * 12)
}
