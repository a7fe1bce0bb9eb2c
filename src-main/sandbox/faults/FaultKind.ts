import type { Endpoint } from '../http/Call.ts'
import type { Reply } from '../http/Reply.ts'
import type { JobRecord } from '../jobs/JobRecord.ts'

export interface FaultMoment {
  value: string | undefined
  now: number
  /** The path that was asked for. */
  path: string
}

/** A way to misbehave. */
export type FaultKind = {
  /** One line for the command line's help. */
  about: string
  /** Where it strikes unless a rule says otherwise. */
  endpoints: readonly Endpoint[]
} & (
  | {
      /** `instead`: the request is not processed. `after`: it is (and billed), then its good answer is spoilt. */
      when: 'instead' | 'after'
      reply: (good: Reply, moment: FaultMoment) => Reply
    }
  | {
      /** Decides at acceptance how a job will end. */
      when: 'fate'
      fate: (value: string | undefined) => Partial<Pick<JobRecord, 'failure' | 'stuckAt'>>
    }
)
