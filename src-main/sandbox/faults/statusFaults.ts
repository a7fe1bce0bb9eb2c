import type { Reply } from '../http/Reply.ts'
import { isRecord } from '../isRecord.ts'
import type { FaultKind } from './FaultKind.ts'

/** A fault that changes members of a job's status record. Members set to undefined are omitted. */
function statusFault(
  description: string,
  to: (record: Record<string, unknown>, value: string | undefined) => Record<string, unknown>,
): FaultKind {
  return {
    description,
    endpoints: ['status'],
    when: 'after-processing',
    reply: (original, { value }) => withRecord(original, (record) => ({ ...record, ...to(record, value) })),
  }
}

const isUnfinished = (record: Record<string, unknown>) =>
  record.status === 'pending' || record.status === 'processing'

/** Faults of the job status record. */
export const statusFaults: Record<string, FaultKind> = {
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
    reply: (original) => ({ ...original, json: recordOf(original) ?? original.json }),
  },
}

function recordOf(reply: Reply): Record<string, unknown> | null {
  return isRecord(reply.json) && isRecord(reply.json.data) ? reply.json.data : null
}

function withRecord(reply: Reply, to: (record: Record<string, unknown>) => Record<string, unknown>): Reply {
  const record = recordOf(reply)
  return record ? { ...reply, json: { data: to(record) } } : reply
}
