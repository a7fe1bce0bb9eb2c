import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import type { JobRecord } from './JobRecord.ts'

/** What may hold jobs back besides the service. */
export interface Gate {
  /** A person paused the whole queue. */
  isPaused: () => boolean
  /** Whether a job may be sent; `batch`: it waits already, alone or with its batch; a problem: its connection does, or its collection where `params.scope` is that. */
  admit: (job: JobRecord) => 'send' | 'batch' | Problem
  /** The service says there is too little money for a job: true where it waits with its batch, instead of being refused. */
  waitsForMoney: (job: JobRecord, problem: Problem) => boolean
  /** Something found no room on the disk, or may have: to be looked at and told, also while nothing is to be sent. */
  noRoom: () => void
}
