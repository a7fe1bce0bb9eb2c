export const announce = {
  cap: 'Stopped at its cap: {{words}}',
  budget: 'Stopped by a budget: {{words}}',
  disk: 'The disk is full: {{words}}',
  saved: '{{count}} saved',
  failed: '{{count}} failed',
  uncertain: '{{count}} may have been charged',
  unsent: '{{count}} not sent',
  quoted: '{{price}} quoted',
  job_saved: 'Saved',
  job_failed: 'Not saved',
  job_uncertain: 'May have been charged',
} as const
