import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { JobRecord } from '../store/JobRecord.ts'
import type { Access, Exchange, WireRequest } from '../../service/client/Exchange.ts'

export type AdmissionVerdict =
  | { kind: 'send' }
  /** The job, or its batch, was put on hold. */
  | { kind: 'hold-batch' }
  /** A limit does not allow the job; other jobs of the same connection or collection may fail for the same reason. */
  | { kind: 'hold'; scope: 'connection' | 'collection'; problem: Problem }

/** Decides whether a job may be sent, as far as it does not depend on the service. */
export interface AdmissionPolicy {
  /** The user paused the whole queue. */
  isPaused: () => boolean
  admit: (job: JobRecord) => AdmissionVerdict
  /** The service reported too little money for a job: true puts the job and its batch on hold, false rejects it. */
  pauseForBalance: (job: JobRecord, problem: Problem) => boolean
  /** A write may have failed for lack of disk space: check it and report it, also while nothing is sent. */
  checkDiskSpace: () => void
}

/** The service as jobs use it (service.md §Jobs). */
export interface JobService {
  /** The address and key of a connection. @throws StudioError if the connection was removed or the keychain is locked. */
  access: (connectionId: string) => Promise<Access>
  get: (access: Access, path: string) => Promise<Exchange>
  post: (access: Access, request: WireRequest) => Promise<Exchange>
  /** Whether the service answers harmless requests like this job's: its models and the job's price. */
  probe: (job: JobRecord) => Promise<boolean>
}
