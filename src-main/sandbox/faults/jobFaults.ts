import type { FaultKind } from './FaultKind.ts'
import { type Reply, expiredLinkReply, storageErrorReply } from '../http/Reply.ts'
import { isRecord } from '../isRecord.ts'

/** Faults of a job: how it ends, and its status record. */
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
    numericValue: { min: 0, max: 99 },
    outcome: (value) => ({ stuckAt: Number(value ?? 40) / 100 }),
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
  'backward-progress': {
    ...statusFault('progress goes back; value: by how many points (default 25)', (record, value) =>
      isUnfinished(record)
        ? { progress: Math.max(0, Number(record.progress ?? 0) - Number(value ?? 25)) }
        : {},
    ),
    numericValue: { min: 0, max: 100 },
  },
  'wild-progress': statusFault('progress is above 100', (record) =>
    isUnfinished(record) ? { progress: 4200 } : {},
  ),
  'no-result': statusFault('done, but without links or text of the result', () => ({
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
    description: 'the record at the top level instead of in `data`',
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

/** A fault that replaces the file. */
function fileFault(
  description: string,
  body: (original: Reply) => string | Uint8Array,
  mime?: string,
): FaultKind {
  return {
    description,
    endpoints: ['result'],
    when: 'after-processing',
    reply: (original) => ({
      status: 200,
      headers: { 'content-type': mime ?? original.headers?.['content-type'] ?? 'image/png' },
      body: body(original),
    }),
  }
}

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><script>alert(1)</script><rect width="64" height="64"/></svg>'

/** Faults of the result file. */
export const resultFaults: Record<string, FaultKind> = {
  'expired-link': {
    description: 'the link has expired (403)',
    endpoints: ['result'],
    when: 'before-processing',
    reply: () => expiredLinkReply(),
  },
  'result-gone': {
    description: 'the result is missing (404)',
    endpoints: ['result'],
    when: 'before-processing',
    reply: () => storageErrorReply(404, 'NoSuchKey', 'The specified key does not exist.'),
  },
  'html-result': fileFault(
    'an HTML page instead of the image',
    () => '<!DOCTYPE html><html><body>Sign in</body></html>',
    'text/html',
  ),
  'svg-result': fileFault('an SVG with a script, labelled as PNG', () => SVG, 'image/png'),
  'garbage-result': fileFault('meaningless bytes with the content type of the result', (original) =>
    new Uint8Array(bodyBytes(original).length).map((_, i) => (i * 73 + 41) & 255),
  ),
  'empty-result': fileFault('an empty file', () => ''),
  'truncated-result': fileFault('half of the file, as if it were complete', (original) => {
    const bytes = bodyBytes(original)
    return bytes.subarray(0, Math.floor(bytes.length / 2))
  }),
  'wrong-length': {
    description: 'a Content-Length larger than the body, then close the connection',
    endpoints: ['result'],
    when: 'after-processing',
    reply: (original) => ({ ...original, transferFault: 'half' }),
  },
  'result-redirect': {
    description: 'redirects the download with 302; value: the location (default: a file URL)',
    endpoints: ['result'],
    when: 'before-processing',
    reply: (_original, { value }) => ({ status: 302, headers: { location: value ?? 'file:///etc/passwd' } }),
  },
}

function bodyBytes(reply: Reply): Uint8Array {
  return typeof reply.body === 'string' ? Buffer.from(reply.body) : (reply.body ?? new Uint8Array())
}
