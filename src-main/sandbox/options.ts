import type { FaultRule } from './faults/FaultInjector.ts'
import type { RateLimits } from './http/RateLimiter.ts'
import type { Flavour } from './models/SandboxModel.ts'

/** The sandbox's source of time. Tests pass a fake one. */
export interface SandboxClock {
  /** Milliseconds since the epoch. */
  now: () => number
  sleep: (ms: number) => Promise<void>
}

/** The options of a sandbox. Each has a default. */
export interface SandboxOptions {
  /** TCP port on 127.0.0.1; 0 takes a free one. */
  port?: number
  /** Folder for jobs and credit. Without it, a restart loses both. */
  stateFolder?: string
  flavour?: Flavour
  /** Speed of jobs: 1 is realistic (an image takes 3 to 9 seconds), 50 makes tests quick. */
  speed?: number
  /**
   * Resolution of painted landscapes, as a share of each side up to 1. Pixels are repeated to the full size. Small values make tests
   * quick.
   */
  detail?: number
  /** Faults from the start, as rules or in command line syntax. */
  faults?: (FaultRule | string)[]
  /** The only key that is accepted; random by default. */
  key?: string
  /** Serves `/__sandbox/…`, which inspects and changes the sandbox. Off by default. */
  control?: boolean
  /** Play money in dollars at the first start. */
  balance?: number
  /** Factors on the prices of models, by slug. */
  priceFactors?: Record<string, number>
  limits?: RateLimits
  /** Lifetime of a result link in milliseconds. */
  linkLifetimeMs?: number
  clock?: SandboxClock
  /** Seed of the random numbers, which determine when faults with a probability occur, random seeds of jobs, and job durations. */
  seed?: number
}

/** The options with their defaults. */
export type SandboxSettings = Required<Omit<SandboxOptions, 'stateFolder'>> & { stateFolder: string | null }
