import type { JobRecord } from './JobRecord.ts'
import type { Lane } from './LimitBook.ts'

/** The lane a job is sent in. */
export const sendLane = ({ connection, operation }: JobRecord): Lane => ({
  kind: 'send',
  connectionId: connection.id,
  operation,
})
