import { setTimeout } from 'node:timers/promises'

/** Time as the sandbox sees it; tests put a fake one in. */
export interface SandboxClock {
  /** Milliseconds since the epoch. */
  now: () => number
  sleep: (ms: number) => Promise<void>
}

export const systemClock: SandboxClock = {
  now: () => Date.now(),
  sleep: async (ms) => setTimeout(ms, undefined, { ref: false }),
}
