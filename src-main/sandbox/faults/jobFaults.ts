import type { FaultKind } from './FaultKind.ts'

/** Faults that decide how a job ends. */
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
}
