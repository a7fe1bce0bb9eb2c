import type { FaultKind } from './FaultKind.ts'

/** Faults that decide how a job ends. */
export const jobFaults: Record<string, FaultKind> = {
  'job-fails': {
    about:
      'the job fails and is refunded; value: `bare` (no details), `kept` (not refunded) or an error_reason',
    endpoints: ['submit'],
    when: 'fate',
    fate: (value) => {
      if (value === 'bare') return { failure: { code: null, message: null, reason: null, refunded: true } }
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
    about: 'the job never gets further; value: percentage where it stays (default 40)',
    endpoints: ['submit'],
    when: 'fate',
    fate: (value) => ({ stuckAt: Math.min(99, Number(value ?? 40) || 40) / 100 }),
  },
}
