import type { SandboxClock } from './clock.ts'
import type { FaultRule } from './faults/FaultRule.ts'
import type { RateLimits } from './limits/RateLimit.ts'

/** `spec`: as specified; `live`: as the public service really behaves, quirks and all. */
export type Flavour = 'spec' | 'live'

/** How a sandbox is started; everything has a default. */
export interface SandboxOptions {
  /** TCP port on 127.0.0.1; 0 takes a free one. */
  port?: number
  /** Folder for the record of jobs and money; without it a restart forgets both. */
  stateFolder?: string
  flavour?: Flavour
  /** 1 is realistic (a picture takes 3 to 9 seconds); 50 makes tests quick. */
  speed?: number
  /** Misbehaviour from the start, as rules or in the words of the command line. */
  faults?: (FaultRule | string)[]
  /** The one key that is accepted; a random one without it. */
  key?: string
  /** Answers `/__sandbox/…`, by which tests and the curious change and watch it. Off without being asked for. */
  control?: boolean
  /** Play money at the first start, in dollars. */
  balance?: number
  /** Multiplies the price of a model, by slug. */
  prices?: Record<string, number>
  limits?: RateLimits
  /** How long a result link lives, in milliseconds. */
  linkLifetimeMs?: number
  clock?: SandboxClock
  /** Seeds the sandbox's own dice: which request a fault strikes, random seeds, waiting times. */
  seed?: number
}

export type Settings = Required<Omit<SandboxOptions, 'stateFolder'>> & { stateFolder: string | null }
