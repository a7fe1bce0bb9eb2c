import type { RequestCounter } from './http/RequestCounter.ts'
import type { FaultInjector } from './faults/FaultInjector.ts'
import type { InputStore } from './inputs/InputStore.ts'
import type { AccountStore } from './jobs/AccountStore.ts'
import type { RateLimiter } from './http/RateLimiter.ts'
import type { ModelList } from './models/ModelList.ts'
import type { Operation } from './operations/Operation.ts'
import type { SandboxClock, SandboxSettings } from './options.ts'
import type { LinkSigner } from './results/LinkSigner.ts'
import type { ResultGenerator } from './results/ResultGenerator.ts'

/** The state and services that every endpoint uses. */
export interface SandboxContext {
  settings: SandboxSettings
  clock: SandboxClock
  random: () => number
  models: ModelList
  operations: Operation[]
  accounts: AccountStore
  faults: FaultInjector
  rateLimiter: RateLimiter
  inputs: InputStore
  linkSigner: LinkSigner
  resultGenerator: ResultGenerator
  requestCounter: RequestCounter
  /** `http://127.0.0.1:PORT`; known after the server has started to listen. */
  address: () => string
}
