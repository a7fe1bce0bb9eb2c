import { z } from 'zod'
import { columnsOf, fromRow } from '../../storage/database/columns.ts'
import type { Row } from '../../storage/database/Database.ts'
import { jobColumns } from './jobColumns.ts'

export type JobRecord = z.infer<typeof jobColumns>

/** Placeholder for an unreadable request; it is never sent. */
const LOST_REQUEST = { path: '', encoding: 'json', text: '' } as const

/** An accepted job is paid for: it is polled and saved even if other columns are unreadable. */
const acceptedColumns = jobColumns.extend({
  requestId: z.string(),
  values: jobColumns.shape.values.catch({}),
  request: jobColumns.shape.request.catch(LOST_REQUEST),
})

const recordSchema = jobColumns.or(acceptedColumns)
const columns = columnsOf(jobColumns)

/** Parses a row of `jobs` as untrusted input; returns the reason if it can't be read. */
export function readJobRecord(row: Row): JobRecord | { unreadable: string } {
  const fields = fromRow(row, columns)
  const parsed = recordSchema.safeParse(fields)
  return parsed.success ? parsed.data : { unreadable: jobColumns.safeParse(fields).error?.message ?? '' }
}

/** Whether the request of a job can be sent again. */
export const hasRequest = ({ request }: Pick<JobRecord, 'request'>): boolean =>
  request.path !== LOST_REQUEST.path
