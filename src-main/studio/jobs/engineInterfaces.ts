import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import type { JobRecord } from './store/JobRecord.ts'
import type { Access, Exchange, WireRequest } from '../service/http/Exchange.ts'

/** Whether a job may be sent now. */
export type AdmissionDecision =
  | { kind: 'send' }
  /** The policy itself has put the job or its batch on hold. */
  | { kind: 'hold-batch' }
  /** A spending limit does not allow the job, and probably no other job of the same connection or collection. */
  | { kind: 'hold'; scope: 'connection' | 'collection'; problem: Problem }

/** Decides whether a job may be sent, by rules that do not depend on the service. */
export interface AdmissionPolicy {
  /**
   * Whether nothing may be sent: the user paused the queue, the library can't be used, the database isn't known to be intact, or
   * the jobs of the last session are not recovered yet, so that their batches might be sent without the user.
   */
  isPaused: () => boolean
  admit: (job: JobRecord) => AdmissionDecision
  /** Pauses the batch of a job that the service rejected for an insufficient balance. Returns false if the job belongs to no batch. */
  pauseForBalance: (job: JobRecord, problem: Problem) => boolean
  /** Checks the disk and reports its problem, because a write failed or a file wasn't found. Returns whether the disk can be used. */
  checkDisk: () => boolean
}

/** The requests to the service that jobs need (service.md §Job status). */
export interface JobService {
  /** The address and key of a connection. @throws StudioError if the connection was removed or the keychain is locked. */
  access: (connectionId: string) => Promise<Access>
  get: (access: Access, path: string) => Promise<Exchange>
  post: (access: Access, request: WireRequest) => Promise<Exchange>
  /** Whether the service responds to free requests for this job: for its models and for the job's price. */
  probe: (job: JobRecord) => Promise<boolean>
}
