import type { Reply } from '../http/Reply.ts'
import { isRecord } from '../isRecord.ts'
import type { FaultKind } from './FaultKind.ts'

/** Changes members of a job's status record; members set to undefined disappear. */
function change(
  about: string,
  to: (record: Record<string, unknown>, value: string | undefined) => Record<string, unknown>,
): FaultKind {
  return {
    about,
    endpoints: ['status'],
    when: 'after',
    reply: (good, { value }) => withRecord(good, (record) => ({ ...record, ...to(record, value) })),
  }
}

const unfinished = (record: Record<string, unknown>) =>
  record.status === 'pending' || record.status === 'processing'

/** Faults of the job status record. */
export const statusFaults: Record<string, FaultKind> = {
  'odd-status': change(
    'another status word while running; value: the word (default in_progress)',
    (record, value) => (unfinished(record) ? { status: value ?? 'in_progress' } : {}),
  ),
  'odd-done': change('another word for done; value: the word (default COMPLETED)', (record, value) =>
    record.status === 'done' ? { status: value ?? 'COMPLETED' } : {},
  ),
  'odd-error': change('another word for error; value: the word (default failed)', (record, value) =>
    record.status === 'error' ? { status: value ?? 'failed' } : {},
  ),
  'string-progress': change('progress as text', ({ progress }) => ({
    progress: typeof progress === 'number' ? progress.toFixed(2) : progress,
  })),
  'null-progress': change('progress is null', () => ({ progress: null })),
  'backward-progress': change('progress goes back; value: by how much (default 25)', (record, value) =>
    unfinished(record)
      ? { progress: Math.max(0, Number(record.progress ?? 0) - (Number(value ?? 25) || 25)) }
      : {},
  ),
  'wild-progress': change('progress is beyond 100', (record) =>
    unfinished(record) ? { progress: 4200 } : {},
  ),
  'no-result': change('done, but without links to the result', () => ({
    result_url: undefined,
    results_alt_formats: undefined,
    result: undefined,
  })),
  'bad-link': change('the result is at a place no one should fetch; value: the link', (record, value) =>
    record.status === 'done' ? { result_url: value ?? 'file:///etc/passwd' } : {},
  ),
  'bad-preview': change('the preview is no picture; value: the preview', (record, value) =>
    unfinished(record) ? { preview: value ?? 'javascript:alert(1)' } : {},
  ),
  'all-null': change('everything but the status is null', (record) =>
    Object.fromEntries(
      [...Object.keys(record), 'result', 'preview']
        .filter((key) => key !== 'status')
        .map((key) => [key, null]),
    ),
  ),
  'flat-status': {
    about: 'the record without its `data`',
    endpoints: ['status'],
    when: 'after',
    reply: (good) => ({ ...good, json: recordOf(good) ?? good.json }),
  },
}

function recordOf(reply: Reply): Record<string, unknown> | null {
  return isRecord(reply.json) && isRecord(reply.json.data) ? reply.json.data : null
}

function withRecord(reply: Reply, to: (record: Record<string, unknown>) => Record<string, unknown>): Reply {
  const record = recordOf(reply)
  return record ? { ...reply, json: { data: to(record) } } : reply
}
