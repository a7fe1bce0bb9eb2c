import { create } from './create.ts'
import { problems } from './problems.ts'

const common = {
  close: 'Close',
  cancel: 'Cancel',
  dismiss: 'Dismiss',
  save: 'Save',
  edit: 'Edit',
  remove: 'Remove',
  retry: 'Try again',
  refresh: 'Refresh',
  undo: 'Undo',
  redo: 'Redo',
  copy: 'Copy',
  copied: 'Copied',
  more: 'More',
  details: 'Details',
  loading: 'Loading…',
} as const

/** Names of the states of a job, the same everywhere. */
const jobs = {
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

const shell = {
  create: 'Create',
  queue: 'Queue',
  gallery: 'Gallery',
  spend: 'Spend',
  settings: 'Settings',
  main: 'Main',
  messages: 'Messages',
  skip: 'Skip to content',
  open_jobs_one: '{{count}} open job',
  open_jobs_other: '{{count}} open jobs',
  lost_title: 'Connection to Easel lost',
  lost_text: 'Jobs already sent keep running. Reconnecting…',
  lost_again: 'Connected again',
  crash_title: 'This screen stopped working',
  crash_text: 'Your results and running jobs are safe.',
  crash_back: 'Reopen screen',
  crash_home: 'Go to Create',
  shortcuts: 'Keyboard shortcuts',
  shortcut_generate: 'Generate',
  shortcut_screens: 'Create, Queue, Gallery, Spend, Settings',
  shortcut_help: 'Show keyboard shortcuts',
  shortcut_prompt: 'Go to the prompt',
  shortcut_step: 'Increase or decrease a number by one step',
  shortcut_bigger: 'Increase or decrease by ten steps',
  shortcut_close: 'Close the open dialog or menu',
  group_create: 'Create',
  group_everywhere: 'Everywhere',
} as const

/** The English texts that the first screen may need. */
export const first = { common, create, jobs, problems, shell }
