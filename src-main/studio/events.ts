import { EventEmitter } from 'node:events'
import type { StudioEvent } from '../../src-preload/contract/events.ts'

/** Sends an event to all windows. */
export type Emit = (event: StudioEvent) => void

/** Events between the modules of the studio, with the arguments of their listeners. */
interface StudioEventArguments {
  /** An event for the windows; modules may listen to it too. */
  window: [event: StudioEvent]
  /** The address or key of a connection changed, so data about its account is outdated. */
  accessChanged: [connectionId: string]
  /** The complete list of a connection's models was fetched. */
  modelsRefreshed: [connectionId: string]
  /** The user asked for a retry, or the connection has recovered: everything that waits for the connection is retried once now. */
  retry: [connectionId: string]
  /** Jobs of a connection and operation may be sent, because they were added or resumed; null: of all. */
  jobsToSend: [connectionId: string | null, operation: string | null]
  /** The user resumed a batch. */
  batchResumed: [id: string]
  /** A spending limit was set or removed. */
  budgetsChanged: []
  /** Jobs that could not be sent may be sent now: a price, a pause or the state of the database changed. */
  admissionChanged: []
  /** The library can't be used (its disk is full, disconnected or read-only), can be used again, or can't for another reason. */
  diskChanged: [isReady: boolean]
  /** Balances prove that these failed jobs were refunded. */
  refundsProven: [jobIds: readonly string[]]
}

/** The events between modules. Listeners run synchronously, in the order of their registration. */
export class StudioEvents extends EventEmitter<StudioEventArguments> {
  readonly emitToWindows: Emit = (event) => void this.emit('window', event)
}
