import { EventEmitter } from 'node:events'
import type { StudioEvent } from '../../src-preload/contract/events.ts'

/** Sends an event to all windows. */
export type Emit = (event: StudioEvent) => void

/** Events between the modules of the studio, with the arguments of their listeners. */
interface StudioEventArguments {
  /** An event for the windows; modules may listen to it too. */
  window: [event: StudioEvent]
  /** The address or key of a connection changed: what is known of its account no longer holds. */
  accessChanged: [connectionId: string]
  /** What waits for a connection is tried once at once: the user asked for it, or the connection works again. */
  retry: [connectionId: string]
  /** New jobs of an operation may be sent; null: of all. */
  jobsToSend: [connectionId: string | null, operation: string | null]
  /** A limit was set or removed. */
  limitsChanged: []
  /** Jobs that could not be sent may be sent now: a price, a pause or the state of the database changed. */
  admissionChanged: []
  /** The disk ran out of space, or has enough again. */
  diskChanged: [hasRoom: boolean]
  /** Balances prove that these failed jobs were refunded. */
  refundsProven: [jobIds: readonly string[]]
}

/** What modules tell each other; listeners run at once, in the order of their registration. */
export class StudioEvents extends EventEmitter<StudioEventArguments> {
  constructor() {
    super()
    // Each window of the browser host listens.
    this.setMaxListeners(0)
  }

  readonly emitToWindows: Emit = (event) => void this.emit('window', event)
}
