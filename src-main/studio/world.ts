import type { Dispatcher } from 'undici'
import type { FindRoutes } from './service/network/routes.ts'

/** Wall-clock time and timers, replaced by a fake in tests. Times are milliseconds since the epoch. */
export interface Clock {
  now: () => number
  /** Calls `run` once after `ms` milliseconds. The returned function cancels that. */
  after: (ms: number, run: () => void) => () => void
}

/** The keychain of the operating system. Rejects if there is none. */
export interface Keychain {
  get: (account: string) => Promise<string | null>
  set: (account: string, secret: string) => Promise<void>
  delete: (account: string) => Promise<void>
}

/** Writes events with details to the log file. */
export interface Log {
  info: (message: string, details?: Record<string, unknown>) => void
  warn: (message: string, details?: Record<string, unknown>) => void
  error: (message: string, details?: Record<string, unknown>) => void
  /** Registers a secret, which is then redacted in the log and in problems sent to a window. */
  addSecret?: (secret: string) => void
}

/** The built-in sandbox service. The first call starts it; later calls return the same address. */
export interface SandboxService {
  start: () => Promise<{ address: string; key: string }>
}

/** What the host provides to the studio. `createStudio` passes each module only what it needs. */
export interface World {
  version: string
  /** The data folder. */
  dataFolder: string
  clock: Clock
  /** Uniform in [0, 1). */
  random: () => number
  uuid: () => string
  /** Connections to the remote service go through this dispatcher. */
  dispatcher: Pick<Dispatcher, 'dispatch'>
  /** Finds the proxies for the servers that results are downloaded from; if absent, no proxy is used. */
  findRoutes?: FindRoutes
  keychain: Keychain
  sandbox: SandboxService
  /** The built module of the worker threads; if absent, they run from source. */
  worker?: URL
  /** The connection that the environment variables `EASEL_SERVICE_URL` and `EASEL_API_KEY` set at the start; null if they aren't set. */
  environment: { address: string; key: string } | null
  log: Log
}
