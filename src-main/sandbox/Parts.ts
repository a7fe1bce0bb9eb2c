import type { SandboxClock } from './clock.ts'
import type { FaultBoard } from './faults/FaultBoard.ts'
import type { InputStore } from './inputs/InputStore.ts'
import type { Books } from './jobs/Books.ts'
import type { RateLimiter } from './limits/RateLimiter.ts'
import type { Catalogue } from './models/Catalogue.ts'
import type { Operation } from './operations/Operation.ts'
import type { Settings } from './options.ts'
import type { LinkSigner } from './results/LinkSigner.ts'
import type { Workshop } from './results/Workshop.ts'
import type { Witness } from './Witness.ts'

/** What every endpoint works with. */
export interface Parts {
  settings: Settings
  clock: SandboxClock
  dice: () => number
  catalogue: Catalogue
  operations: Operation[]
  books: Books
  faults: FaultBoard
  limiter: RateLimiter
  inputs: InputStore
  links: LinkSigner
  workshop: Workshop
  witness: Witness
  /** `http://127.0.0.1:PORT`, known once the server listens. */
  address: () => string
}
