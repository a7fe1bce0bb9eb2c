import type { Dispatcher } from 'undici'

/** Wall-clock time and timers, replaced by a fake in tests. Times are milliseconds since the epoch. */
export interface Clock {
  now: () => number
  /** Calls `run` once, `ms` from now; the answer cancels it. */
  after: (ms: number, run: () => void) => () => void
}

/** The OS keychain, as keytar shows it. Rejects when there is none. */
export interface Keychain {
  get: (account: string) => Promise<string | null>
  set: (account: string, secret: string) => Promise<void>
  delete: (account: string) => Promise<void>
}

export interface Log {
  info: (message: string, facts?: Record<string, unknown>) => void
  warn: (message: string, facts?: Record<string, unknown>) => void
  error: (message: string, facts?: Record<string, unknown>) => void
  /** Registers a secret that is written nowhere and sent to no window. */
  hide?: (secret: string) => void
}

/** The built-in sandbox service, started by the host on the first call; later calls return its address. */
export interface SandboxPort {
  start: () => Promise<{ address: string; key: string }>
}

/** The environment of the studio; `createStudio` passes each module only what it needs. */
export interface World {
  version: string
  /** The data folder. */
  dataFolder: string
  clock: Clock
  /** Uniform in [0, 1). */
  random: () => number
  uuid: () => string
  /** Connections to the remote service and to result hosts go through this dispatcher. */
  dispatcher: Pick<Dispatcher, 'dispatch'>
  keychain: Keychain
  sandbox: SandboxPort
  /** File of the studio's worker threads where it is built; its source otherwise. */
  worker?: URL
  /** From `EASEL_SERVICE_URL` and `EASEL_API_KEY`; null when not given. */
  environment: { address: string; key: string } | null
  log: Log
}
