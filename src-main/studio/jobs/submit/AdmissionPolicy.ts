import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { JobRecord } from '../store/JobRecord.ts'

/** Decides whether a job may be sent, as far as it does not depend on the service. */
export interface AdmissionPolicy {
  /** The user paused the whole queue. */
  isPaused: () => boolean
  /**
   * Whether a job may be sent. `batch`: the job, or its batch, was put on hold; a problem: its connection is on hold, or its collection
   * where `params.scope` is that.
   */
  admit: (job: JobRecord) => 'send' | 'batch' | Problem
  /** The service reported too little money for a job: true puts the job and its batch on hold, false rejects it. */
  waitsForBalance: (job: JobRecord, problem: Problem) => boolean
  /** A write may have failed for lack of disk space: check it and report it, also while nothing is sent. */
  onDiskFull: () => void
}
