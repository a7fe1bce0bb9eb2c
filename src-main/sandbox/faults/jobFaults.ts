import type { FaultKind } from './FaultKind.ts'
import type { Reply } from '../http/Reply.ts'
import { isRecord } from '../isRecord.ts'

/** Faults of how a job ends, and of its status record. */
export const jobFaults: Record<string, FaultKind> = {
  'job-fails': {
    description:
      'the job fails and is refunded; value: `kept` (not refunded), an error_reason, or without details: `bare` (refunded), `bare-late` (refunded after ten minutes) or `bare-kept` (not refunded)',
    endpoints: ['submit'],
    when: 'acceptance',
    outcome: (value) => {
      const noDetails = { code: null, message: null, reason: null }
      if (value === 'bare') return { failure: { ...noDetails, refunded: true } }
      if (value === 'bare-late') return { failure: { ...noDetails, refunded: true, refundAfterMs: 600_000 } }
      if (value === 'bare-kept') return { failure: { ...noDetails, refunded: false } }
      return {
        failure: {
          code: 'PROCESSING_ERROR',
          message: 'The worker could not finish this job.',
          reason: value === undefined || value === 'kept' ? 'PROCESSING_FAILED' : value,
          refunded: value !== 'kept',
        },
      }
    },
  },
  'job-stuck': {
    description: 'the job hangs; value: percentage at which it hangs (default 40)',
    endpoints: ['submit'],
    when: 'acceptance',
    outcome: (value) => ({ stuckAt: Math.min(99, Number(value ?? 40) || 40) / 100 }),
  },
  'odd-status': statusFault(
    'an unknown status while running; value: the status (default in_progress)',
    (record, value) => (isUnfinished(record) ? { status: value ?? 'in_progress' } : {}),
  ),
  'odd-done': statusFault('another value for done; value: the status (default COMPLETED)', (record, value) =>
    record.status === 'done' ? { status: value ?? 'COMPLETED' } : {},
  ),
  'odd-error': statusFault('another value for error; value: the status (default failed)', (record, value) =>
    record.status === 'error' ? { status: value ?? 'failed' } : {},
  ),
  'string-progress': statusFault('progress as text', ({ progress }) => ({
    progress: typeof progress === 'number' ? progress.toFixed(2) : progress,
  })),
  'null-progress': statusFault('progress is null', () => ({ progress: null })),
  'backward-progress': statusFault(
    'progress goes back; value: by how many points (default 25)',
    (record, value) =>
      isUnfinished(record)
        ? { progress: Math.max(0, Number(record.progress ?? 0) - (Number(value ?? 25) || 25)) }
        : {},
  ),
  'wild-progress': statusFault('progress is above 100', (record) =>
    isUnfinished(record) ? { progress: 4200 } : {},
  ),
  'no-result': statusFault('done, but without links to the result', () => ({
    result_url: undefined,
    results_alt_formats: undefined,
    result: undefined,
  })),
  'bad-link': statusFault('a result link that must not be fetched; value: the link', (record, value) =>
    record.status === 'done' ? { result_url: value ?? 'file:///etc/passwd' } : {},
  ),
  'bad-preview': statusFault('a preview that is not an image; value: the preview', (record, value) =>
    isUnfinished(record) ? { preview: value ?? 'javascript:alert(1)' } : {},
  ),
  'all-null': statusFault('all members except the status are null', (record) =>
    Object.fromEntries(
      [...Object.keys(record), 'result', 'preview']
        .filter((key) => key !== 'status')
        .map((key) => [key, null]),
    ),
  ),
  'flat-status': {
    description: 'the record without its `data`',
    endpoints: ['status'],
    when: 'after-processing',
    reply: (original) => ({ ...original, json: readRecord(original) ?? original.json }),
  },
}

/** A fault that changes members of a job's status record. Members set to undefined are omitted. */
function statusFault(
  description: string,
  change: (record: Record<string, unknown>, value: string | undefined) => Record<string, unknown>,
): FaultKind {
  return {
    description,
    endpoints: ['status'],
    when: 'after-processing',
    reply: (original, { value }) =>
      changeRecord(original, (record) => ({ ...record, ...change(record, value) })),
  }
}

function isUnfinished(record: Record<string, unknown>): boolean {
  return record.status === 'pending' || record.status === 'processing'
}

function readRecord(reply: Reply): Record<string, unknown> | null {
  return isRecord(reply.json) && isRecord(reply.json.data) ? reply.json.data : null
}

function changeRecord(
  reply: Reply,
  change: (record: Record<string, unknown>) => Record<string, unknown>,
): Reply {
  const record = readRecord(reply)
  return record ? { ...reply, json: { data: change(record) } } : reply
}
