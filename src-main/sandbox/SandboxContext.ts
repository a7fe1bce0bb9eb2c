import type { RequestRecorder } from './control/RequestRecorder.ts'
import type { FaultInjector } from './faults/FaultInjector.ts'
import type { InputStore } from './inputs/InputStore.ts'
import type { AccountStore } from './jobs/AccountStore.ts'
import type { RateLimiter } from './limits/RateLimiter.ts'
import type { Catalogue } from './models/Catalogue.ts'
import type { Operation } from './operations/Operation.ts'
import type { SandboxClock, Settings } from './options.ts'
import type { LinkSigner } from './results/LinkSigner.ts'
import type { ResultGenerator } from './results/ResultGenerator.ts'

/** The state and services that every endpoint uses. */
export interface SandboxContext {
  settings: Settings
  clock: SandboxClock
  random: () => number
  catalogue: Catalogue
  operations: Operation[]
  accounts: AccountStore
  faults: FaultInjector
  limiter: RateLimiter
  inputs: InputStore
  links: LinkSigner
  generator: ResultGenerator
  recorder: RequestRecorder
  /** `http://127.0.0.1:PORT`; known after the server has started to listen. */
  address: () => string
}
