/** Words for the states of a job, the same everywhere. */
export const jobs = {
  queued: 'Queued',
  sending: 'Sending',
  running: 'Running',
  running_percent: 'Running {{percent}} %',
  saving: 'Saving',
  saved: 'Saved',
  rejected: 'Not accepted',
  uncertain: 'May have been charged',
  cancelled: 'Cancelled',
  failed: 'Failed',
  vanished: 'Not found at the service',
  unsaved: 'Not saved yet',
  closed: 'Closed',
} as const
