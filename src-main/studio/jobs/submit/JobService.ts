import type { Access, Exchange, WireRequest } from '../../service/client/Exchange.ts'
import type { JobRecord } from '../store/JobRecord.ts'

/** The service as jobs use it (service.md §Jobs). */
export interface JobService {
  /** The address and key of a connection. @throws StudioError if the connection was removed or the keychain is locked. */
  access: (connectionId: string) => Promise<Access>
  get: (access: Access, path: string) => Promise<Exchange>
  post: (access: Access, request: WireRequest) => Promise<Exchange>
  /** Whether the service answers harmless requests like this job's: its models and the job's price. */
  probe: (job: JobRecord) => Promise<boolean>
}
