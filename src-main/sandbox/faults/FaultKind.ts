import type { Endpoint } from '../http/ParsedRequest.ts'
import type { Reply } from '../http/Reply.ts'
import type { JobRecord } from '../jobs/AccountStore.ts'

/** The request to which a fault applies. */
export interface FaultContext {
  /** The rule's value. */
  value: string | undefined
  /** Milliseconds since the epoch. */
  now: number
  /** The requested path. */
  path: string
}

/** A kind of fault that can be injected. */
export type FaultKind = {
  /** One line for the command line's help. */
  description: string
  /** The endpoints it applies to unless a rule names one. */
  endpoints: readonly Endpoint[]
  /** If a value must be a number: its limits. */
  numericValue?: { min: number; max: number }
} & (
  | {
      /**
       * `before-processing`: the fault's reply is sent instead of processing the request. `after-processing`: the request is processed
       * and billed, then the fault changes its reply if that is a success.
       */
      when: 'before-processing' | 'after-processing'
      reply: (original: Reply, context: FaultContext) => Reply
    }
  | {
      /** Decides at acceptance how a job will end. */
      when: 'acceptance'
      outcome: (value: string | undefined) => Partial<Pick<JobRecord, 'failure' | 'stuckAt'>>
    }
)
