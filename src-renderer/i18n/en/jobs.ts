/** Words for the states of a job, the same everywhere. */
export const jobs = {
  queued: 'Queued',
  sending: 'Sending',
  running: 'Running',
  running_percent: 'Running {{percent}}%',
  saving: 'Saving',
  saved: 'Saved',
  rejected: 'Rejected',
  uncertain: 'Charge unconfirmed',
  cancelled: 'Cancelled',
  failed: 'Failed',
  vanished: 'Not found',
  unsaved: 'Not saved yet',
  closed: 'Tracking stopped',
  cause_no_answer: 'Easel sent this job but got no reply.',
  cause_interrupted: 'Easel closed while it was sending this job.',
  cause_unreadable: 'The service replied, but Easel couldn’t read the reply.',
  cause_redirected:
    'The service redirected Easel to another address (HTTP {{status}}). Easel doesn’t follow redirects.',
  cause_answered: 'The service replied with an error (HTTP {{status}}).',
} as const
