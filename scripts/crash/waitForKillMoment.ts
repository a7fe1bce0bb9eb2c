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

/** Share of kills at a random time while the studio opens, and the latest one. */
const OPENING_SHARE = 0.12
const OPENING_MS = 80
/** Share of kills at a random time after the studio has opened, and the latest one. */
const RUNNING_SHARE = 0.28
const RUNNING_MS = 300
/** Share of kills just after a click. The others follow a request to the service. */
const CLICK_SHARE = 0.2
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
  if (choice < OPENING_SHARE) return sleep(random() * OPENING_MS)
  await opening
  if (choice < OPENING_SHARE + RUNNING_SHARE) return sleep(random() * RUNNING_MS)
  const target = Math.ceil(random() * jobs)
  const kind = (['submit', 'status', 'result'] as const)[Math.floor(random() * 3)] ?? 'submit'
  const before = counts?.()[kind] ?? 0
  const isReached = (): boolean =>
    choice < OPENING_SHARE + RUNNING_SHARE + CLICK_SHARE || counts === null
      ? completedClicks() >= target
      : counts()[kind] - before >= target
  const deadline = Date.now() + MAX_MS
  while (!isReached() && Date.now() < deadline) await sleep(1)
  await sleep(random() * 12)
}
